import { create } from 'zustand';
import type { Text } from '#kit/declare/text.ts';

/** The person logged in, as `GET /api/api-uaa/oauth/userinfo` answers. */
export type Me = {
  account: string;
  realName: string;
  userId: string;
  userType?: string;
  roles: { id: string; roleName: string; /** Its name in English. */ roleAlias?: string | null }[];
  /** `<resource>:<verb>`; `*` and `<resource>:*` stand for all. */
  permissions: string[];
  companyId: string | null;
  companyName: string | null;
  homeCompanyId?: string | null;
  homeCompanyName?: string | null;
  tenantId: number;
  /** IANA zone all times are shown in. */
  zone: string;
  platform: boolean;
  avatar?: string | null;
  /** The password was given by somebody else: nothing is permitted until it is changed. */
  mustChangePassword?: boolean;
};

/** What a person's roles are called. */
export const rolesNamed = (me: Me): Text[] =>
  me.roles.map(({ roleName, roleAlias }) => ({ zh: roleName, en: roleAlias || roleName }));

export const useMe = create<{ me: Me | null }>(() => ({ me: null }));

export const zone = (): string => useMe.getState().me?.zone ?? 'Asia/Shanghai';

export const covers = (permissions: readonly string[], code: string): boolean =>
  permissions.includes('*') || permissions.includes(code) || permissions.includes(`${code.split(':')[0]}:*`);

/** Whether the person holds a permission code. */
export const useMay = (): ((code: string) => boolean) => {
  const permissions = useMe((state) => state.me?.permissions) ?? [];
  return (code) => covers(permissions, code);
};
