/** Who breaks which separation rule of a community now, and from when. */
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { wallTime } from '#kit/declare/format.ts';
import { relation } from '#kit/declare/field.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Nothing, Trouble } from '#kit/console/empty.tsx';
import { useMay, zone } from '#kit/console/me.ts';
import { usePlace } from '#kit/console/place.ts';
import { recordAddress } from '#kit/console/record.ts';
import { RelationSelect } from '#kit/console/relation-select.tsx';
import { Antd } from '#kit/console/theme.tsx';
import { useWords } from '#kit/console/words.ts';
import { village } from '#areas/lot/model/village.ts';
import { doorEmployee } from '../model/door-employee.ts';
import { doorSeparation, separationCheck, separationModes } from '../model/door-separation.ts';
import { separationException } from '../model/separation-exception.ts';
import { useFirstVillage } from './first-village.ts';
import './separation.css';

const words = {
  village: text('小区', 'Community'),
  basis: text(
    '按现在的授权与时段，{from} 起一年内；停用、禁入和尚未生效的人也算。',
    'By the grants and periods of now, within a year from {from}; people who are suspended, barred or yet to come count.',
  ),
  noRules: text('该小区还没有分权规则', 'No separation rules in this community yet'),
  noVillage: text('还没有小区', 'No communities yet'),
  toRules: text('分权规则', 'Separation rules'),
  toExceptions: text('分权例外', 'Exceptions'),
  excepted: text('{n} 人例外', '{n} excepted'),
  approved: text(
    '例外至 {day}，{by} 批准（{asked} 申请）',
    'Excepted until {day}, approved by {by}, requested by {asked}',
  ),
  nobody: text('无人违反', 'Nobody breaks it'),
  people: text('{n} 人违反', 'Broken by {n}'),
  first: text('{n} 人，列出最早的 {listed} 人', '{n} people; the earliest {listed} are listed'),
  hidden: text('（无权查看姓名）', '(names need a permission)'),
  both: text('“{door}”与“{other}”', '“{door}” and “{other}”'),
  hours: text('禁入时段进“{door}”', '“{door}” in forbidden hours'),
  time: text('{from} 至 {until}', '{from} to {until}'),
};

type Breaker = {
  readonly EmpID: string | null;
  readonly empName: string | null;
  readonly deptName: string | null;
  readonly gateName: string | null;
  readonly otherName: string | null;
  readonly first: string;
  readonly until: string;
};
type Exempt = Breaker & {
  readonly exceptionId: string;
  readonly lastDay: string;
  readonly askedBy: string;
  readonly approvedBy: string;
  readonly reason: string | null;
};
type Rule = {
  readonly id: string;
  readonly ruleName: string;
  readonly mode: keyof typeof separationModes;
  readonly people: number;
  readonly records: readonly Breaker[];
  readonly exceptedPeople: number;
  readonly excepted: readonly Exempt[];
};
type Checked = { readonly from: string | null; readonly rules: readonly Rule[] };

const community = relation(words.village, () => village);
const minute = (instant: string): string => wallTime(instant, zone()).slice(0, 16);

/** On the day it begins its end is a time alone. */
function spanOf({ first, until }: Breaker): { from: string; until: string } {
  const [from, to] = [minute(first), minute(until)];
  return { from, until: to.slice(0, 10) === from.slice(0, 10) ? to.slice(11) : to };
}

function BreakerRow({ of }: { of: Breaker }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const { EmpID, empName, deptName, gateName, otherName } = of;
  const doors = { door: gateName ?? '—', other: otherName ?? '—' };
  return (
    <li>
      <span>
        {EmpID === null ? (
          <i className="gh-dim">{t(words.hidden)}</i>
        ) : (
          <button type="button" className="gh-link" onClick={() => go(recordAddress(doorEmployee.name, EmpID))}>
            {empName}
          </button>
        )}{' '}
        <span className="gh-dim">{deptName}</span>
      </span>
      <span>{t(fill(otherName === null ? words.hours : words.both, doors))}</span>
      <span className="gh-num">{t(fill(words.time, spanOf(of)))}</span>
    </li>
  );
}

/** Never among those who break the rule, and never left out: who may, until when, and who approved it. */
function ExceptedRow({ of }: { of: Exempt }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const { exceptionId, lastDay, askedBy, approvedBy, reason } = of;
  return (
    <>
      <BreakerRow of={of} />
      <li className="ds-exception">
        <button
          type="button"
          className="gh-link"
          onClick={() => go(recordAddress(separationException.name, exceptionId))}
        >
          {t(fill(words.approved, { day: lastDay, by: approvedBy, asked: askedBy }))}
        </button>
        <span>{reason}</span>
      </li>
    </>
  );
}

function RuleView({ of }: { of: Rule }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const { id, ruleName, mode, people, records, exceptedPeople, excepted } = of;
  const counts = { n: String(people), listed: String(records.length) };
  return (
    <section className="ds-rule">
      <h2 className="gh-group">
        <button type="button" className="gh-link" onClick={() => go(recordAddress(doorSeparation.name, id))}>
          {ruleName}
        </button>{' '}
        <span className="gh-dim">{t(separationModes[mode])}</span>{' '}
        <b className={people > 0 ? 'ds-broken' : 'ds-kept'}>
          {people > 0 ? t(fill(words.people, counts)) : t(words.nobody)}
        </b>
      </h2>
      {people > records.length ? <p className="ds-basis gh-dim">{t(fill(words.first, counts))}</p> : null}
      <ul>
        {records.map((each, nth) => (
          <BreakerRow key={each.EmpID ?? nth} of={each} />
        ))}
      </ul>
      {exceptedPeople > 0 ? (
        <>
          <h3 className="ds-excepted">{t(fill(words.excepted, { n: String(exceptedPeople) }))}</h3>
          <ul>
            {excepted.map((each) => (
              <ExceptedRow key={each.exceptionId} of={each} />
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

function Rules({ of }: { of: Checked }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const may = useMay();
  const toRules = (
    <button type="button" className="gh-link" onClick={() => go(doorSeparation.route!)}>
      {t(words.toRules)}
    </button>
  );
  if (of.rules.length === 0 || of.from === null)
    return (
      <Nothing>
        {t(words.noRules)} {toRules}
      </Nothing>
    );
  return (
    <>
      <p className="ds-basis gh-dim">
        {t(fill(words.basis, { from: minute(of.from).slice(0, 10) }))} {toRules}{' '}
        {may(`${separationException.name}:read`) ? (
          <button type="button" className="gh-link" onClick={() => go(separationException.route!)}>
            {t(words.toExceptions)}
          </button>
        ) : null}
      </p>
      {of.rules.map((each) => (
        <RuleView key={each.id} of={each} />
      ))}
    </>
  );
}

export default function SeparationPage(): ReactNode {
  const { t } = useWords();
  const { search, replace } = usePlace();
  const requested = new URLSearchParams(search).get('villageId');
  const first = useFirstVillage(requested === null);
  const villageId = requested ?? first ?? '';
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: [separationCheck.name, villageId],
    enabled: villageId !== '',
    queryFn: ({ signal }) => ask<Checked>(separationCheck, { villageId }, { signal, quiet: true }),
  });
  return (
    <div className="gh-page">
      <section className="gh-card main">
        <div className="gh-tools">
          <h1>{t(separationCheck.title)}</h1>
          <div className="ds-village">
            <Antd>
              <RelationSelect
                field={community}
                value={villageId || null}
                among={{}}
                onChange={(id) => replace(new URLSearchParams(typeof id === 'string' ? { villageId: id } : {}))}
              />
            </Antd>
          </div>
        </div>
        {error && !data ? <Trouble error={error} onRetry={() => void refetch()} /> : null}
        {data ? <Rules of={data} /> : null}
        {isLoading ? <span className="gh-spin" /> : null}
        {first === '' && requested === null ? <Nothing>{t(words.noVillage)}</Nothing> : null}
      </section>
    </div>
  );
}
