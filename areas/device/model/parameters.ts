import { choiceParameter, numberParameter } from '#kit/declare/parameter.ts';
import { text } from '#kit/declare/text.ts';

export const silentSeconds = numberParameter({
  key: 'device.silentSeconds',
  title: text('设备离线判定（秒）', 'A device is offline after (s)'),
  help: text(
    '设备多久没有消息即为离线并通知；心跳为30秒。电池供电的地磁与地锁另按各自的时长。',
    'How long a device may send nothing; its heartbeat is 30 s. Sensors and locks on batteries have times of their own.',
  ),
  default: 90,
  min: 45,
  max: 3_600,
});

export const alertLanguage = choiceParameter({
  key: 'alert.language',
  title: text('告警短信的语言', 'Language of alert messages'),
  help: text('设备告警短信用哪种语言发送。', 'The language of text messages about devices.'),
  default: 'zh',
  options: { zh: text('中文', 'Chinese'), en: text('英文', 'English') },
});
