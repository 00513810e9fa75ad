/** Checks a rule beside the page, which stays quick meanwhile. */
import { lintRule } from '#domain/fee/lint.ts';
import { mendOf } from '#domain/fee/lint-mend.ts';
import type { Mend } from '#domain/fee/lint-mend.ts';
import type { Finding, LintContext } from '#domain/fee/lint-types.ts';
import type { FeeRule } from '#domain/fee/types.ts';

/** A finding, and what would put it right by itself. */
export type Mendable = Finding & { readonly mend: Mend | null };

export type LintRequest = { readonly rule: FeeRule; readonly context: LintContext };

self.addEventListener('message', ({ data }: MessageEvent<LintRequest>) => {
  const found = lintRule(data.rule, data.context).map((finding): Mendable => ({
    ...finding,
    mend: mendOf(data.rule, finding, data.context),
  }));
  self.postMessage(found, { transfer: [] });
});
