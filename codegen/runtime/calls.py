"""Dispatches a message to a handler's method and makes the reply. Shared by all surfaces, without I/O.

Imported lazily, so that type checkers do not load it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from .dispatch import RpcError
from .errors import DecodeError
from .json_value import JsonValue
from .lazy import load
from .messages import INTERNAL_ERROR, INVALID_PARAMS, Kit, Side
from .methods import AnyRequestMethod, Method
from .model import Model
from .text import plain_json

OnError: TypeAlias = Callable[[Exception], object]

_PROTOCOL_PREFIX: Final = "$/"

_LOGGER: Final = (__package__ or "").rpartition(".")[0]
"""The package."""


class Call:
    """One call of a handler: the method, its argument, and how its outcome becomes a reply."""

    def __init__(self, kit: Kit, receiver: Side, message: Any, on_error: OnError | None) -> None:
        self.kit = kit
        self.receiver = receiver
        self.message = message
        self.on_error = on_error
        self.is_request = isinstance(message, kit.request)
        if not self.is_request and not isinstance(message, kit.notification):
            raise TypeError(f"expected a request or a notification, got {type(message).__name__}")
        tables = kit.requests if self.is_request else kit.notifications
        self.method: Method | None = tables[receiver].get(message.method)

    @property
    def is_ignored(self) -> bool:
        """Unknown `$/` notifications may be ignored."""
        unknown = self.method is None and not self.is_request
        return unknown and self.message.method.startswith(_PROTOCOL_PREFIX)

    def outcome(self, handler: Any, *, sync: bool) -> Any:
        """The return value of the handler's method: a result, or a coroutine of one."""
        name, params = self.message.method, self.message.params
        bound = getattr(handler, self.attribute)
        if self.method is None:
            return self._called(handler, bound, (name, params), sync=sync)
        # A message that was constructed, not read, may have params that are still JSON.
        try:
            typed = params if isinstance(params, Model) else self.method.read_params(plain_json(params, None))
        except DecodeError as error:
            raise RpcError(INVALID_PARAMS, f"Invalid params: {error}") from error
        return self._called(handler, bound, (typed,), sync=sync)

    def _called(self, handler: Any, method: Callable[..., Any], arguments: tuple[Any, ...], *, sync: bool) -> Any:
        try:
            return method(*arguments)
        except TypeError as error:
            trace = error.__traceback__
            if trace is None or trace.tb_next is None:  # the method was not entered: its parameters do not match
                hint = load("hints").of_call(handler, self.attribute, method, len(arguments), sync=sync)
                if hint:
                    raise TypeError(hint) from None
            raise

    @property
    def attribute(self) -> str:
        """The attribute name of the handler's method."""
        if self.method:
            return self.method.attribute
        return "extension_request" if self.is_request else "extension_notification"

    def answer(self, result: Any) -> Any:
        """The reply to a request; `None` for a notification."""
        if not self.is_request:
            return None
        return self.kit.response(id=self.message.id, result=self._written(result))

    def _written(self, result: Any) -> JsonValue:
        """A result as JSON that can be sent: the sender of the request must get a reply."""
        try:
            if isinstance(self.method, AnyRequestMethod):
                return self.method.write_result(result)
            written: JsonValue = self.kit.wire.encode(JsonValue, result)
            return written
        except TypeError as error:
            raise TypeError(f"the result of {self.attribute}: {error}") from None
        except ValueError as error:
            raise ValueError(f"the result of {self.attribute}: {error}") from None

    def misfit(self, handler: Any, outcome: object, *, sync: bool) -> TypeError:
        """The error for a handler's method that should be a coroutine function and is not, or the other way round."""
        return TypeError(load("hints").of_outcome(handler, self.attribute, self.receiver, outcome, sync=sync))

    def failure(self, error: Exception) -> Any:
        """The reply to a failed request. The text of an unexpected exception is not sent.

        A notification has no reply, so an `RpcError` is reported like any other exception.
        """
        if not self.is_request:
            self._tell(error)
            return None
        content = None
        if isinstance(error, RpcError):
            try:
                content = self.kit.error(error.code, error.message, error.data)
            except (TypeError, ValueError) as unsendable:
                error = unsendable
        if content is None:
            content = self.kit.error(INTERNAL_ERROR, "Internal error")
            self._tell(error)
        return self.kit.error_response(id=self.message.id, error=content)

    def _tell(self, error: Exception) -> None:
        """Report an exception that is not sent to the peer."""
        if self.on_error is not None:
            self.on_error(error)
            return
        import logging  # takes longer to load than all of this package

        logging.getLogger(_LOGGER).error("exception in the handler of %s", self.message.method, exc_info=error)


async def dispatch(kit: Kit, receiver: Side, handler: Any, message: Any, on_error: OnError | None) -> Any:
    """Call the handler's coroutine and return the reply, or `None`."""
    call = Call(kit, receiver, message, on_error)
    if call.is_ignored:
        return None
    try:
        outcome = call.outcome(handler, sync=False)
        if not hasattr(outcome, "__await__"):
            raise call.misfit(handler, outcome, sync=False)
        return call.answer(await outcome)
    except Exception as error:
        return call.failure(error)


def dispatch_sync(kit: Kit, receiver: Side, handler: Any, message: Any, on_error: OnError | None) -> Any:
    """Call the handler's function and return the reply, or `None`."""
    call = Call(kit, receiver, message, on_error)
    if call.is_ignored:
        return None
    try:
        outcome = call.outcome(handler, sync=True)
        if hasattr(outcome, "__await__"):
            if hasattr(outcome, "close"):
                outcome.close()  # or the interpreter would warn that it was never awaited
            raise call.misfit(handler, outcome, sync=True)
        return call.answer(outcome)
    except Exception as error:
        return call.failure(error)
