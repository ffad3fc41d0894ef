// How an upload of orders looks while it runs.
import type { Host } from '../base/host.ts';
import type { Plan } from '../upload/plan.ts';
import { planText } from './plan-text.ts';
import type { Presenter } from './presenter.ts';
import { makeRunView, type RunView } from './run-view.ts';

export const makeUploadView = (host: Host, show: Presenter): Promise<RunView<Plan>> =>
  makeRunView<Plan>(host, show, {
    message: 'order snapshot',
    other: 'another upload to this target',
    plan: planText,
    codes: (plan) => plan.refusals.map(({ code }) => code),
  });
