"""Muon: gradient descent with orthogonalised momentum, for the weights of convolutions.

The momentum of a matrix is replaced by the nearest orthogonal one (five Newton-Schulz steps), so that directions with
small gradients are learned as fast as those with large ones. Steps are scaled to the size of Adam's.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor

COEFFICIENTS = (3.4445, -4.7750, 2.0315)
STEPS = 5
SIZE_OF_ADAMS_STEP = 0.2  # root mean square


def orthogonal(matrix: Tensor) -> Tensor:
    """[..., rows, columns] -> all singular values near 1."""
    a, b, c = COEFFICIENTS
    tall = matrix.shape[-2] > matrix.shape[-1]
    x = matrix.bfloat16() if matrix.is_cuda else matrix
    x = x.mT if tall else x
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(STEPS):
        gram = x @ x.mT
        x = a * x + (b * gram + c * gram @ gram) @ x
    return (x.mT if tall else x).to(matrix.dtype)


class Muon(torch.optim.Optimizer):
    """Parameters of two and more dimensions; all but the first count as columns. Equal shapes are stacked."""

    def __init__(self, parameters: Iterable[Any], lr: Tensor, momentum: float = 0.95) -> None:
        super().__init__(parameters, {"lr": lr, "momentum": momentum})

    @torch.no_grad()
    def step(self) -> None:  # type: ignore[override]
        for group in self.param_groups:
            updates: dict[tuple[int, int], list[tuple[Tensor, Tensor]]] = {}
            for parameter in group["params"]:
                if parameter.grad is None:
                    continue
                state = self.state[parameter]
                if "momentum" not in state:
                    state["momentum"] = torch.zeros_like(parameter)
                state["momentum"].lerp_(parameter.grad, 1 - group["momentum"])
                ahead = parameter.grad.lerp(state["momentum"], group["momentum"]).flatten(1)
                updates.setdefault((ahead.shape[0], ahead.shape[1]), []).append((parameter, ahead))
            for (rows, columns), pairs in updates.items():
                stacked = orthogonal(torch.stack([ahead for _, ahead in pairs]))
                stacked = stacked * (group["lr"] * (SIZE_OF_ADAMS_STEP * max(rows, columns) ** 0.5))
                for (parameter, _), update in zip(pairs, stacked, strict=True):
                    parameter.sub_(update.view_as(parameter))
