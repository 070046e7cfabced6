"""What the requests must not have although the description cannot forbid it."""

import schemathesis


def whole(value):
    """JSON Schema takes 7.0 for a whole number; here, as nearly everywhere, whole numbers are written without a point."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [whole(one) for one in value]
    if isinstance(value, dict):
        return {name: whole(one) for name, one in value.items()}
    return value


@schemathesis.hook
def map_body(context, body):
    return whole(body)
