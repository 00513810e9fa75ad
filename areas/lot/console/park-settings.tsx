import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { check } from '#kit/declare/check.ts';
import type { Field, Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import { useMay } from '#kit/console/me.ts';
import { SettingsForm } from '#kit/console/settings-page.tsx';
import { parkParameter } from '#areas/lot/model/park-parameter.ts';
import { parkSettings } from '#areas/lot/model/park-settings.ts';
import type { SettingKey } from '#areas/lot/model/park-settings.ts';

const fields: Fields = parkSettings;

const group = (zh: string, en: string, ...names: SettingKey[]) => ({ title: text(zh, en), fields: names });
const sections = [
  group('识别', 'Reading plates', 'repeatSeconds', 'minConfidence', 'noPlateRule', 'autoAcceptFuzzy'),
  group('入场', 'Entry', 'fullTemporary', 'fullFixed', 'keepForFixed', 'groupFullRule'),
  group(
    '月租',
    'Passes',
    'passGraceDays',
    'expiredPassRule',
    'passGapRule',
    'passRestRule',
    'passRefundRule',
    'listAgeHours',
  ),
  group(
    '出场与收费',
    'Exit and charging',
    'freezeRuleAt',
    'leaveMinutes',
    'quoteSeconds',
    'noEntryRule',
    'cashAllowed',
    'cashNeedsShift',
    'openOnAccepted',
    'arrearsAtExit',
  ),
  group('访客', 'Visitors', 'visitReview', 'visitsPerHostDay'),
  group(
    '道闸与其他',
    'Barrier and others',
    'gateSeconds',
    'passageSeconds',
    'remoteNeedsGrant',
    'staleDays',
    'driverUrl',
  ),
];

type Values = Readonly<Record<string, unknown>>;

/** What is stored, read by the kind of each setting, over the defaults. */
function valuesOf(rows: readonly { paramKey: string; paramValue: string }[]): Values {
  const stored = new Map(rows.map(({ paramKey, paramValue }) => [paramKey, paramValue]));
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]: [string, Field]) => {
      const checked = check(field, stored.get(key) ?? null);
      return [key, checked.problem || checked.value === null ? (field.default ?? null) : checked.value];
    }),
  );
}

/** All parameters of a lot in one form; only what was changed is sent. */
export default function ParkSettingsForm({ parkId, onSaved }: { parkId: string; onSaved: () => void }): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['parkParameter', 'all', parkId],
    queryFn: ({ signal }) =>
      ask<{ records: { paramKey: string; paramValue: string }[] }>(
        `${parkParameter.wire.base}/list`,
        { parkId, size: 200 },
        { signal, quiet: true },
      ),
  });
  const may = useMay();
  const client = useQueryClient();
  const first = useMemo(() => data && valuesOf(data.records), [data]);
  const save = async (values: Values, changed: readonly string[], key: string) => {
    await ask(
      `${parkParameter.wire.base}/submit`,
      { parkId, settings: Object.fromEntries(changed.map((name) => [name, values[name]])) },
      { method: 'POST', key, quiet: true },
    );
    await client.invalidateQueries({ queryKey: ['parkParameter'] });
    onSaved();
  };
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  return first ? (
    <SettingsForm fields={fields} sections={sections} first={first} save={save} locked={!may('parkParameter:edit')} />
  ) : (
    <span className="gh-spin" />
  );
}
