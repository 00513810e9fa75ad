import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { relation } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { wallTime } from '#kit/console/format.ts';
import { zone as ownZone } from '#kit/console/me.ts';
import { usePlace } from '#kit/console/place.ts';
import { RelationSelect } from '#kit/console/relation-select.tsx';
import { Antd } from '#kit/console/theme.tsx';
import { useWords } from '#kit/console/words.ts';
import { feeRule, ruleStates } from '#areas/fee/model/fee-rule.ts';
import { park } from '#areas/lot/model/park.ts';
import { RuleEditor } from './rule-editor.tsx';
import './simple-rules.css';

const words = {
  title: text('收费规则（简单模式）', 'Fee rules (simple)'), pick: text('请先选择车场', 'Choose a car park first'), types: text('车类', 'Car types'), versions: text('版本', 'Versions'),
  none: text('该车类还没有收费规则', 'No tariff for this car type yet'), from: text('自 {time}', 'from {time}'), fresh: text('新规则', 'New rule'), allModels: text('全部车型', 'All models'),
};

const lot = relation(text('车场', 'Car park'), () => park);
type CarType = { value: string; label: string; kind: string };
export type VersionRow = AnyRow & { version: number; status: keyof typeof ruleStates; effectiveFrom: string | null; carModelId: string | null; ruleName: string };

const tones = feeRule.fields.status.tones!;

function Versions({ rows, shown, zone, onPick }: { rows: readonly VersionRow[]; shown: string | null; zone: string; onPick: (id: string) => void }): ReactNode {
  const { t } = useWords();
  return (
    <ul className="fr-list" aria-label={t(words.versions)}>
      {rows.map((row) => (
        <li key={row.id}>
          <button type="button" aria-pressed={row.id === shown} onClick={() => onPick(row.id)}>
            <span>V{row.version} · {row.ruleName}<small>{row.labels?.['carModelId'] ?? t(words.allModels)}{row.effectiveFrom ? ` · ${t(words.from).replace('{time}', wallTime(row.effectiveFrom, zone))}` : ''}</small></span>
            <span className={`gh-tag ${tones[row.status] ?? ''}`}>{t(ruleStates[row.status])}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Workbench({ parkId }: { parkId: string }): ReactNode {
  const { t } = useWords();
  const place = useQuery({ queryKey: ['park', 'zone', parkId], queryFn: ({ signal }) => ask<{ zone: string }>('/api/updown/basePark/detail', { id: parkId }, { signal, quiet: true }) });
  const types = useQuery({ queryKey: ['carTypes', parkId], queryFn: ({ signal }) => ask<CarType[]>('/api/updown/baseSelect/getSelectCarKindType', { parkId }, { signal, quiet: true }) });
  const [type, setType] = useState<string | null>(null);
  const carTypeId = type ?? types.data?.[0]?.value ?? null;
  const versions = useQuery({
    queryKey: ['feeRule', 'versions', parkId, carTypeId], enabled: carTypeId !== null,
    queryFn: ({ signal }) => ask<{ records: VersionRow[] }>(`${feeRule.wire.base}/list`, { parkId, carTypeId, size: 200, sort: '-version' }, { signal, quiet: true }),
  });
  const [picked, setPicked] = useState<string | null>(null);
  const zone = place.data?.zone ?? ownZone();
  const rows = versions.data?.records ?? [];
  const error = types.error ?? versions.error;
  if (error) return <Trouble error={error} onRetry={() => void Promise.all([types.refetch(), versions.refetch()])} />;
  const shown = picked === 'new' ? undefined : rows.find(({ id }) => id === picked) ?? rows.find(({ status }) => status === 'draft') ?? rows[0];
  const choose = (id: string) => { setType(id); setPicked(null); };
  return (
    <div className="fr-page">
      <section className="gh-card fr-side">
        <h2>{t(words.types)}</h2>
        <ul className="fr-list">
          {(types.data ?? []).map(({ value, label }) => <li key={value}><button type="button" aria-pressed={value === carTypeId} onClick={() => choose(value)}>{label}</button></li>)}
        </ul>
        <h2>{t(words.versions)}</h2>
        {versions.data && rows.length === 0 ? <p>{t(words.none)}</p> : <Versions rows={rows} shown={shown?.id ?? null} zone={zone} onPick={setPicked} />}
        {rows.some(({ status }) => status === 'draft') ? null : <button type="button" className="gh-btn" onClick={() => setPicked('new')}>{t(words.fresh)}</button>}
      </section>
      <section className="gh-card fr-main">
        {carTypeId && versions.data ? <RuleEditor key={`${carTypeId} ${shown?.id ?? 'new'} ${String(shown?.['updatedAt'] ?? '')}`} parkId={parkId} carTypeId={carTypeId} row={shown} zone={zone} onSaved={setPicked} /> : <span className="gh-spin" />}
      </section>
    </div>
  );
}

/** One screen for the tariffs of a lot: pick a car type, change the numbers, read the sentence, try a stay, publish. */
export default function SimpleRules(): ReactNode {
  const { t } = useWords();
  const { search, replace } = usePlace();
  const asked = new URLSearchParams(search).get('parkId');
  const lots = useQuery({ queryKey: ['options', 'park', 'first'], enabled: asked === null, queryFn: ({ signal }) => ask<{ value: string }[]>('/api/gatehouse/options/park', {}, { signal, quiet: true }) });
  const parkId = asked ?? lots.data?.[0]?.value ?? null;
  return (
    <Antd><div className="gh-page">
      <section className="gh-card">
        <div className="gh-tools">
          <h1>{t(words.title)}</h1>
          <div style={{ width: 'min(320px, 100%)' }}><RelationSelect field={lot} value={parkId} among={{}} onChange={(id) => replace(new URLSearchParams(typeof id === 'string' ? { parkId: id } : {}))} /></div>
        </div>
      </section>
      {parkId ? <Workbench key={parkId} parkId={parkId} /> : <section className="gh-card fr-main"><p>{t(words.pick)}</p></section>}
    </div></Antd>
  );
}
