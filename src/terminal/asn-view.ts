// How creating and checking ASNs looks while it runs.
import type { AsnPlan } from '../asns/plan.ts';
import type { Host } from '../base/host.ts';
import { asnPlanText } from './asn-plan-text.ts';
import type { Presenter } from './presenter.ts';
import { makeRunView, type RunView } from './run-view.ts';

export const makeAsnView = (host: Host, show: Presenter): Promise<RunView<AsnPlan>> =>
  makeRunView<AsnPlan>(host, show, {
    message: 'ASN',
    other: 'another command that changes ASNs of this target',
    plan: asnPlanText,
    codes: (plan) => plan.refusals.map(({ code }) => code),
  });
