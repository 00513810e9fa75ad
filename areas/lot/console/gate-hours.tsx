import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Select } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { text } from '#kit/declare/text.ts';
import { SidePanel } from '#kit/console/dialog.tsx';
import { ClockTime } from '#kit/console/input-times.tsx';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { dayRules, gateIoTime, saveGateIoTime } from '#areas/lot/model/lookups.ts';
import { gateHours } from './gates-words.ts';
import './parks.css';

const words = {
  carType: text('车类', 'Car type'),
  add: text('添加时段', 'Add a span'),
  remove: text('删除', 'Delete'),
  save: text('保存', 'Save'),
  saved: text('更新成功', 'Saved'),
  none: text('不限时段', 'No limit'),
  closed: text('全天禁止', 'Closed all day'),
  limited: text('仅以下时段可通行', 'Only within these spans'),
  from: text('开始', 'From'),
  to: text('结束', 'To'),
  help: text(
    '结束早于开始表示跨零点。工作日、休息日的设置优先于“每天”。',
    'An end before its start crosses midnight. Working days and days off come before “every day”.',
  ),
};

type Span = { from: string; to: string };
type DayRule = keyof typeof dayRules;
type Choice = { value: string; label: string };

function SpanRow({
  span,
  onChange,
  onRemove,
}: {
  span: Span;
  onChange: (span: Span) => void;
  onRemove: () => void;
}): ReactNode {
  const { t } = useWords();
  const picker = (key: keyof Span) => (
    <ClockTime label={t(words[key])} value={span[key]} onChange={(time) => onChange({ ...span, [key]: time })} />
  );
  return (
    <div className="span">
      {picker('from')}
      <span aria-hidden="true">–</span>
      {picker('to')}
      <button type="button" className="gh-link" onClick={onRemove}>
        {t(words.remove)}
      </button>
    </div>
  );
}

/** The hours of one lane for one car type on one kind of day. */
function DayHours({
  gateId,
  carTypeId,
  ruleType,
}: {
  gateId: string;
  carTypeId: string;
  ruleType: DayRule;
}): ReactNode {
  const { t } = useWords();
  const query = { gateId, carTypeId, ruleType };
  const { data, error, refetch } = useQuery({
    queryKey: ['gateHours', query],
    queryFn: ({ signal }) => ask<{ timeRanges: Span[] | null }>(gateIoTime, query, { signal, quiet: true }),
  });
  const [spans, setSpans] = useState<Span[] | null>(null);
  useEffect(() => {
    if (data) setSpans(data.timeRanges);
  }, [data]);
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  const save = async () => {
    try {
      await ask(saveGateIoTime, { ...query, timeRanges: spans }, { key: newKey(), quiet: true });
      notify.ok(t(words.saved));
      await refetch();
    } catch (failure) {
      notify.error(wordsOf(failure));
    }
  };
  const mode = spans === null ? 'none' : spans.length === 0 ? 'closed' : 'limited';
  const choose = (next: string) =>
    setSpans(next === 'none' ? null : next === 'closed' ? [] : [{ from: '07:00', to: '22:00' }]);
  return (
    <fieldset>
      <legend>{t(dayRules[ruleType])}</legend>
      <Select
        value={mode}
        onChange={choose}
        aria-label={t(gateHours)}
        style={{ width: '100%' }}
        options={(['none', 'limited', 'closed'] as const).map((key) => ({ value: key, label: t(words[key]) }))}
      />
      {spans?.map((span, nth) => (
        <SpanRow
          key={nth}
          span={span}
          onChange={(next) => setSpans(spans.map((each, at) => (at === nth ? next : each)))}
          onRemove={() => setSpans(spans.filter((_, at) => at !== nth))}
        />
      ))}
      <div className="span">
        {mode === 'limited' ? (
          <button
            type="button"
            className="gh-btn"
            onClick={() => setSpans([...spans!, { from: '00:00', to: '06:00' }])}
          >
            {t(words.add)}
          </button>
        ) : null}
        <button type="button" className="gh-btn primary" onClick={() => void save()}>
          {t(words.save)}
        </button>
      </div>
    </fieldset>
  );
}

/** When each car type may pass one lane. */
export default function HoursDrawer({ row, onClose }: { row: AnyRow; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const types = useQuery({
    queryKey: ['carTypes', row['parkId']],
    queryFn: ({ signal }) =>
      ask<Choice[]>('/api/updown/baseSelect/getSelectCarKindType', { parkId: row['parkId'] }, { signal, quiet: true }),
  });
  const [picked, setPicked] = useState<string | null>(null);
  const carTypeId = picked ?? types.data?.[0]?.value ?? null;
  return (
    <SidePanel width={560} title={`${t(gateHours)} · ${String(row['gateName'])}`} onClose={onClose}>
      <div className="lt-hours">
        <p>{t(words.help)}</p>
        <Select
          aria-label={t(words.carType)}
          value={carTypeId}
          onChange={setPicked}
          options={types.data ?? []}
          loading={types.isFetching}
        />
        {carTypeId
          ? (Object.keys(dayRules) as DayRule[]).map((ruleType) => (
              <DayHours key={`${carTypeId} ${ruleType}`} gateId={row.id} carTypeId={carTypeId} ruleType={ruleType} />
            ))
          : null}
      </div>
    </SidePanel>
  );
}
