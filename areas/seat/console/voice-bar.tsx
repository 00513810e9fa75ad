/** The voice of a seat: whether it is connected, the microphone, and the sound quality. */
import type { ReactNode } from 'react';
import { fill, text } from '#kit/declare/text.ts';
import { useWords } from '#kit/console/words.ts';
import { gradeOf } from './quality.ts';
import type { Line, Talk } from './phone.ts';
import { openVoice } from './voice.ts';
import type { Microphone, Voice } from './voice.ts';

const words = {
  none: text(
    '没有接入 SIP 服务器，本页没有语音：以画面、账单与文字播报处理求助。',
    'No SIP server is connected, so there is no voice here: calls are handled by picture, bill and spoken words.',
  ),
  title: text('语音', 'Voice'),
  off: text('在岗后接入', 'Connected once you are on duty'),
  shut: text('开启语音', 'Turn the voice on'),
  shutNote: text('本页须重新载入一次', 'The page has to be loaded anew once'),
  allow: text('允许麦克风', 'Allow the microphone'),
  held: text('保持中', 'On hold'),
  muted: text('已静音', 'Muted'),
  connected: text('对讲已接通', 'Voice connected'),
  quality: text(
    '丢包 {loss}% · 抖动 {jitter} 毫秒 · 往返 {trip} 毫秒',
    'loss {loss}% · jitter {jitter} ms · round trip {trip} ms',
  ),
  hold: text('保持', 'Hold'),
  unhold: text('取消保持', 'Resume'),
  mute: text('静音', 'Mute'),
  unmute: text('取消静音', 'Unmute'),
};
const lines = {
  connecting: [text('正在连接', 'Connecting'), 'warn'],
  on: [text('已接入', 'Connected'), 'ok'],
  refused: [
    text('SIP 服务器拒绝登录，请核对号码与密码', 'The SIP server refuses the login: check number and password'),
    'bad',
  ],
  lost: [text('与 SIP 服务器的连接中断，正在重连', 'Cut off from the SIP server, trying again'), 'bad'],
} as const satisfies Readonly<Record<Line, unknown>>;
const microphones = {
  granted: null,
  prompt: text('麦克风尚未允许', 'The microphone is not allowed yet'),
  denied: text(
    '麦克风被浏览器禁止，请在地址栏的网站设置中允许',
    'The browser forbids the microphone: allow it in the site settings of the address bar',
  ),
  none: text('没有找到麦克风', 'No microphone was found'),
} as const satisfies Readonly<Record<Microphone, unknown>>;
const grades = {
  good: [text('通话质量好', 'Good sound'), 'ok'],
  fair: [text('通话质量一般', 'Fair sound'), 'warn'],
  poor: [text('通话质量差', 'Poor sound'), 'bad'],
} as const;

/** The sound quality, shown during a call. */
function CallQuality({ talk }: { talk: Talk }): ReactNode {
  const { t } = useWords();
  const { quality } = talk;
  if (!quality) return <span className="gh-dim">{t(words.connected)}</span>;
  const [label, tone] = grades[gradeOf(quality)];
  const shownQuality = fill(words.quality, {
    loss: (quality.lossPerMille / 10).toFixed(1),
    jitter: String(quality.jitterMs),
    trip: quality.roundTripMs === null ? '–' : String(quality.roundTripMs),
  });
  return (
    <>
      <span className={`gh-tag ${tone}`}>{t(label)}</span>
      <span className="gh-dim gh-num">{t(shownQuality)}</span>
    </>
  );
}

function MicrophoneState({ voice }: { voice: Voice }): ReactNode {
  const { t } = useWords();
  const message = microphones[voice.microphone];
  // A call has sound, whatever the browser reports about the permission.
  if (!message || voice.shown?.talk) return null;
  return (
    <>
      <span className="gh-tag warn">{t(message)}</span>
      {voice.microphone === 'prompt' ? (
        <button type="button" className="gh-btn" onClick={voice.allow}>
          {t(words.allow)}
        </button>
      ) : null}
    </>
  );
}

export function VoiceBar({ voice }: { voice: Voice }): ReactNode {
  const { t } = useWords();
  const { login, isShut, shown } = voice;
  if (login === null) return null;
  if (login === 'none') return <p className="gh-dim">{t(words.none)}</p>;
  const [label, tone] = shown ? lines[shown.line] : ([words.off, 'muted'] as const);
  return (
    <section className="st-voice" aria-label={t(words.title)} aria-live="polite">
      <b>{t(words.title)}</b>
      {isShut ? (
        <>
          <button type="button" className="gh-btn" onClick={() => openVoice(login)}>
            {t(words.shut)}
          </button>
          <span className="gh-dim">{t(words.shutNote)}</span>
        </>
      ) : (
        <span className={`gh-tag ${tone}`}>{t(label)}</span>
      )}
      <MicrophoneState voice={voice} />
      {shown?.talk ? <CallQuality talk={shown.talk} /> : null}
    </section>
  );
}

/** Hold and mute, beside the call they belong to. */
export function TalkButtons({ voice, gateId }: { voice: Voice; gateId: string }): ReactNode {
  const { t } = useWords();
  const talk = voice.shown?.talk;
  if (talk?.gateId !== gateId) return null;
  return (
    <>
      {talk.isHeld ? <span className="gh-tag warn">{t(words.held)}</span> : null}
      {talk.isMuted ? <span className="gh-tag warn">{t(words.muted)}</span> : null}
      <button type="button" className="gh-btn" onClick={() => voice.phone()?.hold()}>
        {t(talk.isHeld ? words.unhold : words.hold)}
        <kbd>O</kbd>
      </button>
      <button type="button" className="gh-btn" onClick={() => voice.phone()?.mute()}>
        {t(talk.isMuted ? words.unmute : words.mute)}
        <kbd>U</kbd>
      </button>
    </>
  );
}
