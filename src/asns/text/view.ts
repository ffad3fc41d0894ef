// The progress of creating and checking ASNs.
import type { Presenter } from '../../cli/presenter.ts';
import type { Platform } from '../../platform/platform.ts';
import { makeRunView, type RunView, type RunWords } from '../../runs/text/run-view.ts';
import type { AsnPlan } from '../plan.ts';
import { asnPlanText } from './plan-text.ts';

export const makeAsnView = (platform: Platform, show: Presenter, form: string): Promise<RunView<AsnPlan>> => {
  const words: RunWords<AsnPlan> = {
    message: 'ASN',
    unit: 'asns',
    other: 'another command that changes ASNs of this target',
    plan: asnPlanText,
    codes: (plan) => plan.refusals.map(({ code }) => code),
  };
  return makeRunView<AsnPlan>(platform, show, words, form);
};
