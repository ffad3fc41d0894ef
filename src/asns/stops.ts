// What stops a run of ASNs before anything is sent; a check and a dry run foretell it.
import type { Stop } from '../runs/stop.ts';
import { type MaxRejects, rejectBudget } from '../sending/reject-budget.ts';

interface Planned {
  readonly toSend: number;
  readonly refused: number;
}

export const budgetOf = ({ toSend, refused }: Planned, maxRejects: MaxRejects | undefined): number =>
  rejectBudget(maxRejects, toSend, refused);

export function stopOf(plan: Planned, maxRejects: MaxRejects | undefined): Stop | undefined {
  const budget = budgetOf(plan, maxRejects);
  if (plan.refused <= budget) return undefined;
  return {
    code: 'asns.max_rejects',
    message: `Our own check refuses ${plan.refused} ASNs, more than --max-rejects ${budget}`,
    hint: 'Look at all findings with returns asns check FILE, correct the input, or raise --max-rejects.',
  };
}
