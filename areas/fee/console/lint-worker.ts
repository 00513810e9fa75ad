/** Checks a rule beside the page, which stays quick meanwhile. */
import { lintRule } from '#domain/fee/lint.ts';
import type { LintContext } from '#domain/fee/lint-types.ts';
import type { FeeRule } from '#domain/fee/types.ts';

export type LintAsked = { readonly rule: FeeRule; readonly context: LintContext };

self.addEventListener('message', ({ data }: MessageEvent<LintAsked>) => {
  self.postMessage(lintRule(data.rule, data.context), { transfer: [] });
});
