import { useState } from 'react';
import type { ReactNode } from 'react';
import { Select, Switch } from 'antd';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { text } from '#kit/declare/text.ts';
import { Dialog } from '#kit/console/dialog.tsx';
import { ask, newKey } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { useLater } from '#kit/console/later.ts';
import { useRefresh } from '#kit/console/listing.ts';
import { useWords } from '#kit/console/words.ts';
import { lotGrantOf, saveLotGrant } from '#areas/access/model/user-calls.ts';
import { user } from '#areas/access/model/user.ts';
import { useSaving } from './saving.ts';
import './access.css';

const words = {
  title: text('授权车场', 'Grant car parks'),
  all: text('全部车场', 'All car parks'),
  allHelp: text(
    '所属单位及下级单位的全部车场，包括以后新增的',
    "Every car park of the user's company and its subsidiaries, including ones added later",
  ),
  lots: text('可见车场', 'Visible car parks'),
  save: text('保存', 'Save'),
  cancel: text('取消', 'Cancel'),
  pick: text('输入名称查找车场', 'Search car parks by name'),
  none: text('没有匹配项', 'No matches'),
};

type Held = { allParks: boolean; parkIds: string[] };
type Choice = { value: string; label: string };

const lots = '/api/gatehouse/options/park';

/** The lots that match what is typed, and those that are granted already. */
function useLotChoices(userId: string, granted: readonly string[]) {
  const [typed, setTyped] = useState('');
  const keyword = useLater(typed, 200);
  const found = useQuery({
    queryKey: ['options', 'park', 'to grant', keyword],
    queryFn: ({ signal }) => ask<Choice[]>(lots, { keyword }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
  const named = useQuery({
    queryKey: ['options', 'park', 'granted', userId],
    enabled: granted.length > 0,
    queryFn: ({ signal }) => ask<Choice[]>(lots, { ids: granted.join(',') }, { signal, quiet: true }),
  });
  const choices = [
    ...new Map([...(named.data ?? []), ...(found.data ?? [])].map((each) => [each.value, each])).values(),
  ];
  return { choices, loading: found.isFetching, setTyped };
}

/** Which lots a user works at: all of his companies, or those named. */
export default function LotGrant({ row, onClose }: { row: AnyRow; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const refresh = useRefresh(user);
  const [changed, setChanged] = useState<Partial<Held>>({});
  const { busy, save } = useSaving();
  const { data, error, refetch } = useQuery({
    queryKey: ['lotGrant', row.id],
    staleTime: 0,
    queryFn: ({ signal }) => ask<Held>(lotGrantOf, { userId: row.id }, { signal, quiet: true }),
  });
  const { choices, loading, setTyped } = useLotChoices(row.id, data?.parkIds ?? []);
  const held: Held = { allParks: false, parkIds: [], ...data, ...changed };
  const put = async () => {
    const done = await save(async () => {
      await ask(
        saveLotGrant,
        { userId: row.id, allParks: String(held.allParks), ...(held.allParks ? {} : { parkIds: held.parkIds }) },
        { key: newKey(), quiet: true },
      );
      await refresh();
    });
    if (done) onClose();
  };
  return (
    <Dialog
      title={`${t(words.title)} · ${String(row['realName'])}`}
      onClose={onClose}
      buttons={[
        { label: t(words.cancel), onPress: onClose },
        { label: t(words.save), kind: 'primary', disabled: !data || busy, onPress: () => void put() },
      ]}
    >
      {error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="ac-form">
          <label>
            <Switch
              checked={held.allParks}
              onChange={(allParks) => setChanged({ ...changed, allParks })}
              aria-label={t(words.all)}
            />{' '}
            {t(words.all)}
          </label>
          {held.allParks ? (
            <p>{t(words.allHelp)}</p>
          ) : (
            <Select
              mode="multiple"
              aria-label={t(words.lots)}
              placeholder={t(words.pick)}
              value={held.parkIds}
              options={choices}
              onChange={(parkIds: string[]) => setChanged({ ...changed, parkIds })}
              showSearch={{ filterOption: false, onSearch: setTyped }}
              notFoundContent={t(words.none)}
              loading={loading}
              style={{ width: '100%' }}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}
