import { useState } from 'react';
import type { ReactNode } from 'react';
import { Checkbox } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { text } from '#kit/declare/text.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { Dialog } from '#kit/console/dialog.tsx';
import { ask, newKey } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { useRefresh } from '#kit/console/listing.ts';
import { useWords } from '#kit/console/words.ts';
import { userAndCompanyRoles } from '#areas/access/model/role-calls.ts';
import { grantRole } from '#areas/access/model/user-calls.ts';
import { user } from '#areas/access/model/user.ts';
import { useSaving } from './saving.ts';
import './access.css';

const words = {
  title: text('授予角色', 'Grant roles'),
  save: text('保存', 'Save'),
  cancel: text('取消', 'Cancel'),
  help: text('只能授予不超出您本人权限的角色。', 'You can only grant roles that do not exceed your own permissions.'),
};

type Offered = { id: string; roleName: string; roleAlias: string | null; builtIn: string | null; held: boolean };

/** The roles of the user's company with those he holds ticked; saving replaces his roles. */
export default function RoleGrant({ row, onClose }: { row: AnyRow; onClose: () => void }): ReactNode {
  const { lang, t } = useWords();
  const refresh = useRefresh(user as Resource);
  const { data, error, refetch } = useQuery({
    queryKey: ['userRoles', row.id],
    staleTime: 0,
    queryFn: ({ signal }) =>
      ask<Offered[]>(userAndCompanyRoles, { userId: row.id, companyId: row['companyId'] }, { signal, quiet: true }),
  });
  const [chosen, setChosen] = useState<string[] | null>(null);
  const { busy, save } = useSaving();
  const ids = chosen ?? data?.filter(({ held }) => held).map(({ id }) => id) ?? [];
  const put = async () => {
    const done = await save(async () => {
      await ask(grantRole, { userId: row.id, ids }, { key: newKey(), quiet: true });
      await refresh();
    });
    if (done) onClose();
  };
  const nameOf = ({ roleName, roleAlias, builtIn }: Offered) =>
    lang === 'en' && builtIn && roleAlias ? roleAlias : roleName;
  return (
    <Dialog
      title={`${t(words.title)} · ${String(row['realName'])}`}
      onClose={onClose}
      buttons={[
        { label: t(words.cancel), onPress: onClose },
        { label: t(words.save), kind: 'primary', disabled: !data || busy, onPress: () => void put() },
      ]}
    >
      <p>{t(words.help)}</p>
      {error ? <Trouble error={error} onRetry={() => void refetch()} /> : null}
      <div className="ac-form" role="group" aria-label={t(words.title)}>
        {data?.map((each) => (
          <Checkbox
            key={each.id}
            checked={ids.includes(each.id)}
            onChange={(event) =>
              setChosen(event.target.checked ? [...ids, each.id] : ids.filter((id) => id !== each.id))
            }
          >
            {nameOf(each)}
          </Checkbox>
        ))}
      </div>
    </Dialog>
  );
}
