import { useEffect, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { wordsOf } from '#kit/console/ask.ts';
import { Dialog } from '#kit/console/floating.tsx';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { lockScreen } from '../../lock.ts';
import { restQueries, resumeQueries } from '../client.ts';

const words = {
  title: text('锁定屏幕', 'Lock screen'),
  password: text('锁屏密码', 'Lock password'),
  empty: text('锁屏密码不能为空', 'Enter the lock password'),
  ok: text('确定', 'OK'),
  help: text('回来时用此密码解锁；忘记时可退出登录。', 'Use this password to unlock. If you forget it, log out.'),
};
const goMs = 100;

/**
 * Comes with the shell: the password is typed as soon as the button is pressed, and each of its letters counts. Prompts
 * for a lock password and locks all windows of this browser under it. The page goes with its data, so that nothing is
 * left behind the lock.
 */
export function LockDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const id = useId();
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState('');
  // The opening box gives the focus to its first button; the field wants it.
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  const wrong = tried && password === '' ? t(words.empty) : problem;
  const lock = async () => {
    setTried(true);
    if (password === '') return document.getElementById(id)?.focus();
    await restQueries();
    try {
      await lockScreen(password);
    } catch (error) {
      resumeQueries();
      return setProblem(wordsOf(error));
    }
    onClose();
    setTimeout(() => location.assign('/lock'), goMs);
  };
  return (
    <Dialog
      title={t(words.title)}
      onClose={onClose}
      footer={
        <button type="submit" form={`${id}-form`} className="gh-btn primary">
          {t(words.ok)}
        </button>
      }
    >
      <form
        id={`${id}-form`}
        className="gh-field"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void lock();
        }}
      >
        <label className="label" htmlFor={id}>
          <span className="must" aria-hidden="true">
            *
          </span>
          {t(words.password)}
        </label>
        <input
          id={id}
          className="gh-input"
          type="password"
          autoComplete="new-password"
          required
          aria-invalid={wrong !== ''}
          aria-describedby={`${id}-foot`}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            setProblem('');
          }}
        />
        <p id={`${id}-foot`} className="foot" role="alert">
          {wrong ? <span className="wrong">{wrong}</span> : <span className="hint">{t(words.help)}</span>}
        </p>
      </form>
    </Dialog>
  );
}
