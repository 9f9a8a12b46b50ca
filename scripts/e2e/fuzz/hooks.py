"""What schemathesis sends beside the case that it made up: a session, and a browser's headers.

The session comes from the desk (sign-in-desk.ts), and a new one when the last has ended: some of
the calls that are tried end it.
"""

import ast
import os
import random
import threading
import time
import urllib.request
import uuid

import schemathesis
from schemathesis.core.failures import ServerError

DESK = os.environ["FUZZ_DESK"]
ORIGIN = os.environ["FUZZ_ORIGIN"]
ENDS_SESSIONS = {"/api/logout", "/api/admin/logout", "/api/endSignIns"}

# CPython up to 3.12 counts the depth of a tree for all threads together, so two that parse at once
# end in a SystemError ("AST constructor recursion depth mismatch"); Hypothesis parses lambdas.
_parse = ast.parse
_one_at_a_time = threading.RLock()


def _parse_alone(*args, **kwargs):
    with _one_at_a_time:
        return _parse(*args, **kwargs)


ast.parse = _parse_alone

_lock = threading.Lock()
_session = None


def _open_session():
    global _session
    with _lock:
        if _session is None:
            with urllib.request.urlopen(DESK, timeout=60) as answer:
                _session = answer.read().decode()
        return _session


def _forget(session):
    global _session
    with _lock:
        if _session == session:
            _session = None


@schemathesis.hook
def before_call(context, case, kwargs):
    headers = case.headers if case.headers is not None else {}
    headers["Origin"] = ORIGIN
    # each case comes from a network of its own, as the proxy of this portal says
    headers["X-Forwarded-For"] = f"10.{random.randrange(256)}.{random.randrange(256)}.{random.randrange(1, 255)}"
    known = {parameter.name for parameter in case.operation.headers}
    if "Idempotency-Key" in known and not any(name.lower() == "idempotency-key" for name in headers):
        headers["Idempotency-Key"] = str(uuid.uuid4())
    session = _open_session()
    if session:
        headers["Cookie"] = session
    case.headers = headers


@schemathesis.hook
def after_call(context, case, response):
    if response.status_code == 401 or case.operation.path in ENDS_SESSIONS:
        _forget((case.headers or {}).get("Cookie"))


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Keeps every failure but a 503 that says when to ask again, where the same case is answered then.

    A busy machine may be too slow for one case; a portal that cannot answer it is so twice.
    """
    soon = response.headers.get("retry-after")
    if response.status_code != 503 or not soon:
        return True
    time.sleep(float(soon[0]))
    again = case.call().status_code
    # what has to be refused is refused then, too
    is_answered = again < 500 if isinstance(failure, ServerError) else 400 <= again < 500
    return not is_answered
