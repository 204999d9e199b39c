"""What pyright's language server shows to somebody who writes a program: asked over LSP, as an editor does."""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from tests.typing.checkers import consumer, environment

CARET: Final = "‸"
"""Marks the cursor in a program."""

_MARKDOWN: Final = [types.MarkupKind.Markdown]
_CAPABILITIES: Final = types.ClientCapabilities(
    text_document=types.TextDocumentClientCapabilities(
        hover=types.HoverClientCapabilities(content_format=_MARKDOWN),
        completion=types.CompletionClientCapabilities(
            completion_item=types.ClientCompletionItemOptions(documentation_format=_MARKDOWN)
        ),
        signature_help=types.SignatureHelpClientCapabilities(
            signature_information=types.ClientSignatureInformationOptions(documentation_format=_MARKDOWN)
        ),
    )
)


@dataclass(frozen=True)
class Editor:
    """An editor with an empty project beside the environment that has the package."""

    client: LanguageClient
    folder: Path
    numbers: Iterator[int] = field(default_factory=itertools.count)
    """Every program that is looked at is a file of its own."""

    async def hover(self, program: str) -> str:
        """The text over the name at the caret."""
        document, position = self._open(program)
        shown = await self.client.text_document_hover_async(types.HoverParams(document, position))
        return _text(shown.contents) if shown is not None else ""

    async def complete(self, program: str) -> dict[str, types.CompletionItem]:
        """What may be written at the caret, by label, in the editor's order and without what starts with `_`."""
        document, position = self._open(program)
        offered = await self.client.text_document_completion_async(types.CompletionParams(document, position))
        items = offered.items if isinstance(offered, types.CompletionList) else offered or ()
        ordered = sorted(items, key=lambda item: item.sort_text or item.label)
        return {item.label: item for item in ordered if not item.label.startswith("_")}

    async def explain(self, item: types.CompletionItem) -> str:
        """What is shown beside a completion."""
        full = await self.client.completion_item_resolve_async(item)
        return _text(full.documentation) if full.documentation is not None else ""

    async def signatures(self, program: str) -> list[tuple[str, str]]:
        """The signatures of the call that the caret stands in, each with its documentation."""
        document, position = self._open(program)
        shown = await self.client.text_document_signature_help_async(types.SignatureHelpParams(document, position))
        signatures = shown.signatures if shown is not None else ()
        return [(each.label, _text(each.documentation) if each.documentation else "") for each in signatures]

    def _open(self, program: str) -> tuple[types.TextDocumentIdentifier, types.Position]:
        before, after = program.split(CARET)
        uri = (self.folder / f"program_{next(self.numbers)}.py").as_uri()
        item = types.TextDocumentItem(uri, "python", 1, before + after)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        lines = before.split("\n")
        return types.TextDocumentIdentifier(uri), types.Position(len(lines) - 1, len(lines[-1]))


def _text(shown: object) -> str:
    return shown.value if isinstance(shown, types.MarkupContent) else str(shown)


@asynccontextmanager
async def open_editor() -> AsyncIterator[Editor]:
    """An editor whose language server has been started."""
    folder = consumer().parent / "editor"
    folder.mkdir(exist_ok=True)
    settings = {"venvPath": str(environment(consumer()).parent), "venv": environment(consumer()).name}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    client = LanguageClient("acp-types-tests", "1")
    await client.start_io(sys.executable, "-m", "pyright.langserver", "--stdio")
    try:
        workspace = [types.WorkspaceFolder(folder.as_uri(), "editor")]
        await client.initialize_async(
            types.InitializeParams(_CAPABILITIES, root_uri=folder.as_uri(), workspace_folders=workspace)
        )
        client.initialized(types.InitializedParams())
        yield Editor(client, folder)
        await client.shutdown_async(None)
        client.exit(None)
    finally:
        await client.stop()  # type: ignore[no-untyped-call]  # in the library
