import base64
import hashlib
import hmac
import json
import time


def verify(secret, headers, body):
    """Returns the event. The body is the bytes as they arrived."""
    sent_at = headers["webhook-timestamp"]
    if abs(time.time() - int(sent_at)) > 300:
        raise ValueError("The message is too old.")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{sent_at}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    signatures = headers["webhook-signature"].encode().split(b" ")
    if not any(hmac.compare_digest(each, expected) for each in signatures):
        raise ValueError("The signature is wrong.")
    return json.loads(body)
