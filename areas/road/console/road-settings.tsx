import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { check } from '#kit/declare/check.ts';
import type { Fields } from '#kit/declare/field.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import { useMay } from '#kit/console/me.ts';
import { SettingsForm } from '#kit/console/settings-page.tsx';
import { handheldSettings, pdaParameter } from '#areas/handheld/model/parameter.ts';
import { RdParameter, roadSettings } from '../model/road-settings.ts';
import type { RoadSettingKey } from '../model/road-settings.ts';

type Section = { readonly title: Text; readonly fields: readonly string[] };

/** Settings of a car park that are kept as rows of `of`. */
type Kept = { readonly of: Resource; readonly fields: Fields; readonly sections: readonly Section[] };

const group = (zh: string, en: string, ...names: RoadSettingKey[]) => ({ title: text(zh, en), fields: names });
const ofLot: Kept = {
  of: RdParameter,
  fields: roadSettings,
  sections: [
    group('停车的起止', 'Begin and end of stays', 'pairMinutes', 'confirmSeconds', 'maxBackMinutes', 'moveMinutes'),
    group('提醒', 'Warnings', 'unreadMinutes', 'stillThereMinutes'),
    group('欠费与催缴', 'Debts and notices', 'payTermHours', 'noticeDays', 'noticeGapDays', 'cancelLimit'),
  ],
};
const ofHandhelds: Kept = {
  of: pdaParameter,
  fields: handheldSettings,
  sections: [{ title: text('手持机', 'Handhelds'), fields: Object.keys(handheldSettings) }],
};

type Stored = { readonly paramKey: string; readonly paramValue: string };

/** What is stored over the defaults, as the server reads it. */
function valuesOf(fields: Fields, rows: readonly Stored[]): Readonly<Record<string, unknown>> {
  const stored = new Map(rows.map(({ paramKey, paramValue }) => [paramKey, paramValue]));
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const { problem, value } = check(field, stored.get(key) ?? null);
      return [key, problem || value === null ? (field.default ?? null) : value];
    }),
  );
}

type Props = { readonly parkId: string; readonly onSaved: () => void };

/** One form; only what was changed is sent. */
function KeptForm({ of, fields, sections, parkId, onSaved }: Kept & Props): ReactNode {
  const may = useMay();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [of.name, 'all', parkId],
    queryFn: ({ signal }) =>
      ask<{ records: Stored[] }>(`${of.wire.base}/list`, { parkId, size: 200 }, { signal, quiet: true }),
  });
  const first = useMemo(() => data && valuesOf(fields, data.records), [data, fields]);
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!first) return <span className="gh-spin" />;
  const save = async (values: Readonly<Record<string, unknown>>, changed: readonly string[], key: string) => {
    const settings = Object.fromEntries(changed.map((name) => [name, values[name]]));
    await ask(`${of.wire.base}/submit`, { parkId, settings }, { method: 'POST', key, quiet: true });
    await client.invalidateQueries({ queryKey: [of.name] });
    onSaved();
  };
  return (
    <SettingsForm fields={fields} sections={sections} first={first} save={save} locked={!may(`${of.name}:edit`)} />
  );
}

/** The settings of a roadside car park, and those of the handhelds that work it. */
export default function RoadSettingsForm({ handhelds, ...props }: Props & { readonly handhelds: boolean }): ReactNode {
  return <KeptForm {...(handhelds ? ofHandhelds : ofLot)} {...props} />;
}
