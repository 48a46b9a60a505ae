<?php

/** Returns the event. The headers are getallheaders(), the body is file_get_contents('php://input'). */
function verify(string $secret, array $headers, string $body): array
{
    $headers = array_change_key_case($headers);
    $sentAt = $headers['webhook-timestamp'];
    if (abs(time() - (int) $sentAt) > 300) {
        throw new Exception('The message is too old.');
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $signed = "{$headers['webhook-id']}.$sentAt.$body";
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $signature) {
        if (hash_equals($expected, $signature)) {
            return json_decode($body, true);
        }
    }
    throw new Exception('The signature is wrong.');
}
