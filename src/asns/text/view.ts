// The progress of creating and checking ASNs.
import type { Presenter } from '../../cli/presenter.ts';
import type { Platform } from '../../platform/platform.ts';
import { makeRunView, type RunView } from '../../runs/text/run-view.ts';
import type { AsnPlan } from '../plan.ts';
import { asnPlanText } from './plan-text.ts';

export const makeAsnView = (platform: Platform, show: Presenter): Promise<RunView<AsnPlan>> =>
  makeRunView<AsnPlan>(platform, show, {
    message: 'ASN',
    other: 'another command that changes ASNs of this target',
    plan: asnPlanText,
    codes: (plan) => plan.refusals.map(({ code }) => code),
  });
