"""An agent with private extensions and a client that supports them, in one process, exchanging JSON.

`acme_acp` is generated: see docs/how-to/own-package.md.
"""

from __future__ import annotations

import asyncio

import acme_acp as acp


class Client(acp.ClientHandler):
    """Prints the progress of the review."""

    async def session_update(self, params: acp.UpdateSessionNotification) -> None:
        match params.update:
            case acp.AcmeReview(path=path, verdict=acp.UNSET, comments=comments):
                print(f"{path}: {comments} comments so far")
            case acp.AcmeReview(path=path, verdict=verdict):
                print(f"{path}: {verdict}")
            case acp.OtherSessionUpdate(session_update=tag):
                print(f"an update of a kind unknown here: {tag}")
            case _:
                pass


class Reviewer(acp.AgentHandler):
    """Approves files, unless there is a diagram to look at first."""

    def __init__(self, client: acp.ClientStub) -> None:
        self.client = client

    async def session_prompt(self, params: acp.PromptRequest) -> acp.PromptResponse:
        for block in params.prompt:
            match block:
                case acp.AcmeDiagram(language=language, source=source):
                    print(f"a diagram in {language}, of {len(source)} characters")
                case acp.TextContent(text=text):
                    print(text)
                case _:
                    print(f"a content block of type {block.type}")
        return acp.PromptResponse(message_id=acp.MessageId("msg_1"))

    async def acme_review(self, params: acp.AcmeReviewRequest) -> acp.AcmeReviewResponse:
        for path in params.paths:
            await self.report(params.session_id, acp.AcmeReview(path=path, comments=0))
            await self.report(params.session_id, acp.AcmeReview(path=path, comments=0, verdict="approve"))
        return acp.AcmeReviewResponse(approved=params.paths)

    async def report(self, session: acp.SessionId, update: acp.SessionUpdate) -> None:
        await self.client.session_update(acp.UpdateSessionNotification(session_id=session, update=update))


class ToClient:
    """The agent's side of the connection."""

    def __init__(self, handler: Client) -> None:
        self.handler = handler

    async def request(self, method: str, params: acp.JsonValue) -> acp.JsonValue:
        raise NotImplementedError(method)

    async def notify(self, method: str, params: acp.JsonValue) -> None:
        line = acp.write_message(acp.Notification(method=method, params=params))
        message = acp.read_message(line, sender="agent")
        assert isinstance(message, acp.Notification)
        await acp.dispatch_to_client(self.handler, message)


class ToAgent:
    """The client's side of the connection."""

    def __init__(self, handler: Reviewer) -> None:
        self.handler = handler

    async def request(self, method: str, params: acp.JsonValue) -> acp.JsonValue:
        line = acp.write_message(acp.Request(id=1, method=method, params=params))
        print(">", line)
        message = acp.read_message(line, sender="client")
        assert isinstance(message, acp.Request)
        reply = await acp.dispatch_to_agent(self.handler, message)
        assert isinstance(reply, acp.Response)
        return reply.result

    async def notify(self, method: str, params: acp.JsonValue) -> None:
        raise NotImplementedError(method)


async def main() -> None:
    agent = acp.AgentStub(ToAgent(Reviewer(acp.ClientStub(ToClient(Client())))))
    session = acp.SessionId("s")
    diagram = acp.AcmeDiagram(language="dot", source="a -> b")
    await agent.session_prompt(acp.PromptRequest(session_id=session, prompt=(diagram,)))
    review = await agent.acme_review(acp.AcmeReviewRequest(session_id=session, paths=("/project/a.py",)))
    print("approved:", *review.approved)


if __name__ == "__main__":
    asyncio.run(main())
