"""Koe on Ray, for several machines: the only folder that imports Ray, and only where the extra is installed.

Replicas serve: `application` describes the deployment, `replica` is one engine with the usual ASGI application, `relay`
passes what this replica cannot serve to another one through its `entrance`. Workers (`workers*`) speak batches and
books.
"""
