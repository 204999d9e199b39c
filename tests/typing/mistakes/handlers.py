"""Handlers, stubs and peers that do not fit the methods."""

from __future__ import annotations

from typing_extensions import override

from acp_types import v1
from acp_types import v2 as acp


class WrongResult(acp.AgentHandler):
    @override
    async def session_prompt(self, params: acp.PromptRequest) -> acp.PromptResponse:
        return acp.CloseSessionResponse()  # error: wrong-result


class WrongResultType(acp.AgentHandler):
    @override
    async def session_prompt(self, params: acp.PromptRequest) -> acp.CloseSessionResponse:  # error: wrong-result-type
        return acp.CloseSessionResponse()


class WrongParams(acp.AgentHandler):
    @override
    async def session_list(self, params: acp.NewSessionRequest) -> acp.ListSessionsResponse:  # error: wrong-params-type
        return acp.ListSessionsResponse(sessions=())


class MissingParams(acp.AgentHandler):
    @override
    async def session_list(self) -> acp.ListSessionsResponse:  # error: missing-params
        return acp.ListSessionsResponse(sessions=())


class SpreadParams(acp.AgentHandler):
    @override
    async def session_close(self, session_id: acp.SessionId) -> acp.CloseSessionResponse:  # error: spread-params
        return acp.CloseSessionResponse()


class NotAsync(acp.AgentHandler):
    @override
    def session_list(self, params: acp.ListSessionsRequest) -> acp.ListSessionsResponse:  # error: not-async
        return acp.ListSessionsResponse(sessions=())


class MisspeltMethod(acp.ClientHandler):
    @override
    async def session_updates(self, params: acp.UpdateSessionNotification) -> None:  # error: misspelt-handler
        print(params.session_id)


class OtherVersion(acp.ClientHandler):
    @override
    async def session_update(self, params: v1.SessionNotification) -> None:  # error: other-version-of-params
        print(params.session_id)


class HalfAnAgent:
    async def initialize(self, params: acp.InitializeRequest) -> acp.InitializeResponse:
        raise NotImplementedError


async def half_an_agent(message: acp.Request) -> object:
    return await acp.dispatch_to_agent(HalfAnAgent(), message)  # error: incomplete-handler


async def agent_for_client(agent: acp.AgentHandler, message: acp.Request) -> object:
    return await acp.dispatch_to_client(agent, message)  # error: agent-for-client


async def answer_as_message(agent: acp.AgentHandler, message: acp.Message) -> object:
    return await acp.dispatch_to_agent(agent, message)  # error: answer-as-request


def sync_for_async(agent: acp.SyncAgentHandler, message: acp.Request) -> object:
    return acp.dispatch_to_agent(agent, message)  # error: sync-for-async


class WrongPeer:
    async def request(self, method: str, params: acp.JsonValue) -> set[str]:
        return {method}

    async def notify(self, method: str, params: acp.JsonValue) -> None:
        pass


def wrong_peer() -> acp.AgentStub:
    return acp.AgentStub(WrongPeer())  # error: wrong-peer


async def wrong_params(agent: acp.AgentStub, close: acp.CloseSessionRequest) -> None:
    await agent.session_prompt(close)  # error: wrong-params


async def wrong_result(agent: acp.AgentStub, prompt: acp.PromptRequest) -> acp.CloseSessionResponse:
    return await agent.session_prompt(prompt)  # error: wrong-result-of-call


async def forgotten_await(agent: acp.AgentStub, prompt: acp.PromptRequest) -> acp.MessageId:
    return agent.session_prompt(prompt).message_id  # error: forgotten-await


async def other_version(agent: acp.AgentStub, prompt: v1.PromptRequest) -> None:
    await agent.session_prompt(prompt)  # error: other-version-in-call


async def method_of_the_other_side(agent: acp.AgentStub) -> object:
    return agent.session_request_permission  # error: method-of-other-side
