"""Gradients -> better weights: Muon for convolutions, Adam for the rest, and a running average of both.

Everything is computed on the device without a look at a value, so that a step can be recorded and replayed.
"""

from __future__ import annotations

from typing import Any

import torch
from generator import Generator
from muon import Muon
from torch import Tensor, nn

TABLE_RATE = 0.3  # of the generator's rate
SLOWEST_AVERAGE = 0.998


class Optimization:
    """`pairs` are models and their averages."""

    def __init__(self, student: Generator, average: Generator) -> None:
        device = student.basis.device
        self.pairs: list[tuple[nn.Module, nn.Module]] = [(student, average)]
        self._typical: dict[str, Tensor] = {}  # lengths of gradients, by kind of step
        self._pull = torch.ones((), device=device)
        self._device = device
        learning = [(name, p) for name, p in student.named_parameters() if p.requires_grad]
        matrices = [p for name, p in learning if "convs" in name and p.dim() > 1]
        known = {id(p) for p in matrices}
        others = [p for _, p in learning if id(p) not in known]
        self._adam = torch.optim.AdamW(
            [self._group(others, 1.0)],
            lr=self._rate(),
            betas=(0.9, 0.99),
            weight_decay=0.0,
            capturable=device.type == "cuda",
        )
        self._muon = Muon([self._group(matrices, 1.0)], lr=self._rate())

    def _rate(self) -> Tensor:
        return torch.zeros((), device=self._device)

    def _group(self, parameters: list[Tensor], share: float) -> dict[str, Any]:
        return {"params": parameters, "share": share, "lr": self._rate()}

    def add(self, model: nn.Module, average: nn.Module) -> None:
        self._adam.add_param_group(self._group(list(model.parameters()), TABLE_RATE))
        self.pairs.append((model, average))

    @property
    def _groups(self) -> list[dict[str, Any]]:
        return [*self._adam.param_groups, *self._muon.param_groups]

    def prepare(self, rate: float, step: int) -> None:
        for group in self._groups:
            group["lr"].fill_(rate * group["share"])
        self._pull.fill_(1 - min(SLOWEST_AVERAGE, (1 + step) / (10 + step)))

    def forget_gradients(self) -> None:
        self._adam.zero_grad(set_to_none=True)
        self._muon.zero_grad(set_to_none=True)

    @torch.no_grad()
    def apply(self, kind: str) -> None:
        """A step whose gradient is twice as long as usual is shortened; one that is not finite is left out."""
        gradients = [p.grad for group in self._groups for p in group["params"] if p.grad is not None]
        norm = torch.linalg.vector_norm(torch.stack(torch._foreach_norm(gradients)))
        usual = self._typical.setdefault(kind, torch.full_like(norm, torch.inf))
        finite = torch.isfinite(norm)
        scale = torch.where(finite, (2 * usual / (norm + 1e-9)).clamp(max=1), 0)
        for gradient in gradients:
            torch.nan_to_num_(gradient, 0.0, 0.0, 0.0)
        torch._foreach_mul_(gradients, scale)
        longer = torch.where(torch.isinf(usual), norm, 0.98 * usual + 0.02 * torch.minimum(norm, 3 * usual))
        usual.copy_(torch.where(finite, longer, usual))
        self._adam.step()
        self._muon.step()
        for current, average in self.pairs:
            old, new = list(average.parameters()), list(current.parameters())
            moved = torch._foreach_sub(new, old)
            torch._foreach_mul_(moved, self._pull)
            torch._foreach_add_(old, moved)

    def state(self) -> dict[str, Any]:
        return {"adam": self._adam.state_dict(), "muon": self._muon.state_dict(), "typical": self._typical}

    def load(self, state: dict[str, Any]) -> None:
        self._adam.load_state_dict(state["adam"])
        self._muon.load_state_dict(state["muon"])
        self._typical = state["typical"]
        for group in self._groups:
            group["lr"] = self._rate()
