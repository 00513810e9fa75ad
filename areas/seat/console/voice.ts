/** The voice of a seat's page: its login, the phone while the seat is on duty, and the microphone. */
import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { say } from '#kit/console/language.ts';
import { notify } from '#kit/console/notices.ts';
import { endCall } from '../model/calls.ts';
import { leftVoice, ownSip, ringVoice, reportVoice } from '../model/voice-calls.ts';
import type { SeatDesk } from './desk.ts';
import type { PhoneCallbacks, Login, Phone, PhoneShown } from './phone.ts';

export type Microphone = 'granted' | 'prompt' | 'denied' | 'none';
export type Voice = {
  /** Null while it loads; `none` where the company has no SIP server or the seat no number. */
  readonly login: Login | 'none' | null;
  /** The document may not connect there yet: it has to be loaded anew. */
  readonly isShut: boolean;
  readonly shown: PhoneShown | null;
  readonly microphone: Microphone;
  readonly allow: () => void;
  readonly phone: () => Phone | null;
};

const REGISTERED_PAGE = '/cloudseat/seat';
const unreferred = text(
  '服务器没有转接成功，语音已断开；呼叫已在对方坐席振铃',
  'The server did not hand the voice over and it is cut off; the call rings at the other seat',
);

/** The address this document was loaded by, whatever the tabs show since. */
const loadedBy = (): URL => new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href);

/** Loads the page of the seat by the address its connection is allowed with. */
export const openVoice = ({ policy }: Login): void =>
  location.replace(`${REGISTERED_PAGE}?voice=${encodeURIComponent(policy)}`);

function useMicrophone(isNeeded: boolean): { microphone: Microphone; allow: () => void } {
  const [microphone, setMicrophone] = useState<Microphone>('prompt');
  const looked = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (!isNeeded) return;
    let permission: PermissionStatus | undefined;
    const look = async () => {
      const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
      if (!permission) {
        permission = await navigator.permissions.query({ name: 'microphone' as PermissionName }).catch(() => undefined);
        permission?.addEventListener('change', again);
      }
      const isThere = devices.some(({ kind }) => kind === 'audioinput');
      setMicrophone(isThere ? (permission?.state ?? 'prompt') : 'none');
    };
    const again = () => void look();
    looked.current = again;
    again();
    navigator.mediaDevices?.addEventListener('devicechange', again);
    return () => {
      navigator.mediaDevices?.removeEventListener('devicechange', again);
      permission?.removeEventListener('change', again);
    };
  }, [isNeeded]);
  const allow = async () => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      for (const track of stream.getTracks()) track.stop();
      setMicrophone('granted');
    } catch {
      looked.current();
    }
  };
  return { microphone, allow: () => void allow() };
}

function callbacksOf(keep: (desk: SeatDesk) => void): PhoneCallbacks {
  const quiet = { quiet: true } as const;
  const desk = (pending: Promise<SeatDesk>) => void pending.then(keep).catch(() => undefined);
  return {
    ring: async (extension) => {
      const { gateId, ...now } = await ask<SeatDesk & { gateId: string }>(ringVoice, { extension }, quiet);
      keep(now);
      const known = [...(now.own ? [now.own] : []), ...now.queue].find((each) => each.gateId === gateId);
      return { gateId, callId: known?.callId ?? null };
    },
    left: (callId) => desk(ask<SeatDesk>(leftVoice, { callId }, quiet)),
    end: (callId) => desk(ask<SeatDesk>(endCall, { callId }, quiet)),
    reported: (how) => void ask(reportVoice, how, quiet).catch(() => undefined),
  };
}

/** The login is requested again whenever the seat comes or goes: off duty the page has nothing to log in with. */
const useLogin = (isOnDuty: boolean) =>
  useQuery({
    queryKey: ['seat', 'sip', isOnDuty],
    queryFn: async ({ signal }) => (await ask<{ voice: Login | null }>(ownSip, {}, { signal, quiet: true })).voice,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: 1,
    refetchOnWindowFocus: false,
  });

export function useVoice(desk: SeatDesk, keep: (desk: SeatDesk) => void): Voice {
  const { state } = desk.seat;
  const isOnDuty = state !== 'offline' && state !== 'break';
  const { data } = useLogin(isOnDuty);
  const [shown, setShown] = useState<PhoneShown | null>(null);
  const phone = useRef<Phone | null>(null);
  const latest = useRef({ desk, keep });
  useEffect(() => {
    latest.current = { desk, keep };
  });
  const isShut = Boolean(data && loadedBy().searchParams.get('voice') !== data.policy);
  const isAlone = loadedBy().pathname === REGISTERED_PAGE;
  useEffect(() => {
    if (data && isShut && isAlone) openVoice(data);
  }, [data, isShut, isAlone]);
  useEffect(() => {
    if (!data?.ha1 || isShut) return;
    let isGone = false;
    const stop = () => phone.current?.stop();
    const begin = async () => {
      const { Phone: Made } = await import('./phone.ts');
      if (isGone) return;
      const callbacks = callbacksOf((now) => latest.current.keep(now));
      phone.current = new Made(data, callbacks, setShown);
      phone.current.deskChanged(latest.current.desk);
    };
    void begin();
    window.addEventListener('pagehide', stop);
    return () => {
      isGone = true;
      window.removeEventListener('pagehide', stop);
      stop();
      phone.current = null;
      setShown(null);
    };
  }, [data, isShut]);
  useEffect(() => phone.current?.deskChanged(desk), [desk]);
  const login = data === undefined ? null : (data ?? 'none');
  return { login, isShut, shown, ...useMicrophone(Boolean(data)), phone: () => phone.current };
}

/** The desk gave the call to another seat: its voice follows. */
export const transferVoice = ({ phone }: Voice, callId: string): void =>
  phone()?.handOver(callId, () => notify.error(say(unreferred)));
