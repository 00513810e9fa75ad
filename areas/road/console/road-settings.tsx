import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { check } from '#kit/declare/check.ts';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import { useMay } from '#kit/console/me.ts';
import { SettingsForm } from '#kit/console/settings-page.tsx';
import { RdParameter, roadSettings } from '../model/road-settings.ts';
import type { RoadSettingKey } from '../model/road-settings.ts';

const fields: Fields = roadSettings;
const group = (zh: string, en: string, ...names: RoadSettingKey[]) => ({ title: text(zh, en), fields: names });
const sections = [
  group('停车的起止', 'Begin and end of stays', 'pairMinutes', 'confirmSeconds', 'maxBackMinutes', 'moveMinutes'),
  group('提醒', 'Warnings', 'unreadMinutes', 'stillThereMinutes'),
  group('欠费与催缴', 'Debts and notices', 'payTermHours', 'noticeDays', 'noticeGapDays', 'cancelLimit'),
];

type Stored = { readonly paramKey: string; readonly paramValue: string };

/** What is stored over the defaults, as the server reads it. */
function valuesOf(rows: readonly Stored[]): Readonly<Record<string, unknown>> {
  const stored = new Map(rows.map(({ paramKey, paramValue }) => [paramKey, paramValue]));
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const { problem, value } = check(field, stored.get(key) ?? null);
      return [key, problem || value === null ? (field.default ?? null) : value];
    }),
  );
}

/** The settings of a roadside car park in one form; only what was changed is sent. */
export default function RoadSettingsForm({ parkId, onSaved }: { parkId: string; onSaved: () => void }): ReactNode {
  const may = useMay();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [RdParameter.name, 'all', parkId],
    queryFn: ({ signal }) =>
      ask<{ records: Stored[] }>(`${RdParameter.wire.base}/list`, { parkId, size: 200 }, { signal, quiet: true }),
  });
  const first = useMemo(() => data && valuesOf(data.records), [data]);
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!first) return <span className="gh-spin" />;
  const save = async (values: Readonly<Record<string, unknown>>, changed: readonly string[], key: string) => {
    const settings = Object.fromEntries(changed.map((name) => [name, values[name]]));
    await ask(`${RdParameter.wire.base}/submit`, { parkId, settings }, { method: 'POST', key, quiet: true });
    await client.invalidateQueries({ queryKey: [RdParameter.name] });
    onSaved();
  };
  return (
    <SettingsForm fields={fields} sections={sections} first={first} save={save} locked={!may('RdParameter:edit')} />
  );
}
