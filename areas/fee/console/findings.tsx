import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Holidays } from '#domain/fee/day-plan.ts';
import type { Finding, LintExample } from '#domain/fee/lint-types.ts';
import type { FeeRule } from '#domain/fee/types.ts';
import { placeWords } from '#domain/fee/lint-words.ts';
import { text } from '#kit/declare/text.ts';
import { Icon } from '#kit/console/icon.tsx';
import { useLater } from '#kit/console/later.ts';
import { useWords } from '#kit/console/words.ts';
import type { LintRequest, Mendable } from './lint-worker.ts';
import { useTariffPlace } from './tariff-place.ts';
import { TimeLine } from './time-line.tsx';

const words = {
  what: text(
    '检查规则是否合乎常理，违反时给出最短的反例。',
    'Checks the tariff for common-sense problems and shows the shortest stay that breaks each rule.',
  ),
  wrong: text('有误', 'Error'),
  odd: text('请确认', 'Please confirm'),
  note: text('提示', 'Note'),
  unknown: text('未查尽', 'Incomplete search'),
  right: text('成立', 'OK'),
  all: text('各项均成立', 'All checks passed'),
  some: text('{n} 项需要看一看', '{n} to review'),
  running: text('正在检查…', 'Checking…'),
  failed: text('检查没有完成', 'Check not completed'),
  holding: text('成立的 {n} 项', '{n} passed'),
};
const settleMs = 400;

/** What a check found, and of which rule. */
type Checked = { readonly rule: FeeRule; readonly findings: readonly Mendable[] };

const isEmpty = ({ holidays = [], workdays = [], eventDays = [] }: Holidays): boolean =>
  holidays.length + workdays.length + eventDays.length === 0;

/** Findings of a rule's check; null while it is running. If the rule changes meanwhile, the check restarts. */
function useFindings(rule: FeeRule): Checked | null | 'failed' {
  const { zone, calendar } = useTariffPlace();
  const settled = useLater(rule, settleMs);
  const [found, setFound] = useState<Checked | null | 'failed'>(null);
  useEffect(() => {
    setFound(null);
    const worker = new Worker(new URL('./lint-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<readonly Mendable[]>) =>
      setFound({ rule: settled, findings: data }),
    );
    worker.addEventListener('error', () => setFound('failed'));
    const request: LintRequest = {
      rule: settled,
      context: { zone, ...(isEmpty(calendar) ? { calendarEmpty: true } : { calendar }) },
    };
    worker.postMessage(request, { transfer: [] });
    return () => worker.terminate();
  }, [settled, zone, calendar]);
  return found;
}

const rank = ({ ok, severity }: Finding): number =>
  ok === true ? 4 : ok === 'unknown' ? 3 : { error: 0, warning: 1, note: 2 }[severity];

function Mark({ finding: { ok, severity } }: { finding: Finding }): ReactNode {
  const { t } = useWords();
  const [tone, label] =
    ok === true
      ? (['ok', words.right] as const)
      : ok === 'unknown'
        ? (['', words.unknown] as const)
        : severity === 'error'
          ? (['bad', words.wrong] as const)
          : severity === 'warning'
            ? (['warn', words.odd] as const)
            : (['info', words.note] as const);
  return <span className={`gh-tag ${tone}`}>{t(label)}</span>;
}

function Shown({ example }: { example: LintExample }): ReactNode {
  const { zone } = useTariffPlace();
  const { others, carKind, values } = example;
  const known = [
    ...(carKind ? [carKind] : []),
    ...Object.entries(values ?? {}).map(([name, value]) => `${name} = ${value}`),
  ];
  return (
    <>
      {known.length > 0 ? <p className="gh-dim">{known.join(' · ')}</p> : null}
      <TimeLine stays={[example, ...others]} zone={zone} />
    </>
  );
}

type MendProps = {
  /** Puts a tariff in the place of what stands in the editor; where it is absent nothing can be mended from here. */
  onMend?: ((rule: FeeRule) => void) | undefined;
};

function Item({ finding, rule, onMend }: { finding: Mendable; rule: FeeRule } & MendProps): ReactNode {
  const { t } = useWords();
  const { mend } = finding;
  const place = placeWords(rule, finding.where, useTariffPlace().areaNames);
  return (
    <li data-law={finding.law} data-ok={String(finding.ok)}>
      <p>
        <Mark finding={finding} /> {t(finding.words)}
        {place ? <span className="gh-dim"> {t(place)}</span> : null}{' '}
        {mend && onMend ? (
          <button type="button" className="gh-link" data-mend onClick={() => onMend(mend.rule)}>
            {t(mend.words)}
          </button>
        ) : null}
      </p>
      {finding.counterExample ? <Shown example={finding.counterExample} /> : null}
    </li>
  );
}

/** What is odd about a rule, worst first, each with the stay that shows it; what holds stands folded below. */
export default function Findings({ rule, onMend }: { rule: FeeRule } & MendProps): ReactNode {
  const { t } = useWords();
  const found = useFindings(rule);
  const sorted = useMemo(
    () => (found === null || found === 'failed' ? [] : found.findings.toSorted((a, b) => rank(a) - rank(b))),
    [found],
  );
  const of = found === null || found === 'failed' ? rule : found.rule;
  const [open, holding] = [sorted.filter(({ ok }) => ok !== true), sorted.filter(({ ok }) => ok === true)];
  return (
    <div data-findings={found === null ? 'running' : 'done'} aria-busy={found === null}>
      <p className="gh-dim">{t(words.what)}</p>
      <p role="status" className={`fr-verdict ${open.length > 0 ? 'wrong' : ''}`}>
        {found === null ? (
          <>
            <span className="gh-spin" /> {t(words.running)}
          </>
        ) : found === 'failed' ? (
          t(words.failed)
        ) : open.length === 0 ? (
          <>
            <Icon name="check" />
            {t(words.all)}
          </>
        ) : (
          t(words.some).replace('{n}', String(open.length))
        )}
      </p>
      <ul className="fr-findings">
        {open.map((finding, nth) => (
          <Item key={nth} finding={finding} rule={of} onMend={of === rule ? onMend : undefined} />
        ))}
      </ul>
      {holding.length === 0 ? null : (
        <details>
          <summary>{t(words.holding).replace('{n}', String(holding.length))}</summary>
          <ul className="fr-findings">
            {holding.map((finding, nth) => (
              <Item key={nth} finding={finding} rule={of} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
