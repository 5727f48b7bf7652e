"""Several koe replicas as one service, on Ray: the only folder that imports Ray, and only where the extra is installed.

`application` describes the deployment, `replica` is one engine with the usual ASGI application, `relay` passes what
this replica cannot serve to another one through its `entrance`.
"""
