/** The thread a tariff is checked in: it prices some ten thousand stays, and the server goes on answering meanwhile. */
import { parentPort, workerData } from 'node:worker_threads';
import { lintRule } from '#domain/fee/lint.ts';
import type { Finding, LintContext } from '#domain/fee/lint-types.ts';
import type { FeeRule } from '#domain/fee/types.ts';

/** The thread's input. */
export type LintWork = { readonly rule: FeeRule; readonly context: LintContext };

const { rule, context } = workerData as LintWork;
const port = parentPort!;
const send = (found: readonly Finding[]): void => port.postMessage(found);

send(lintRule(rule, context));
