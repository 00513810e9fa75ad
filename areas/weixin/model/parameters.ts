import { choiceParameter } from '#kit/declare/parameter.ts';
import { text } from '#kit/declare/text.ts';

export const messageLanguage = choiceParameter({
  key: 'message.language',
  title: text('推送消息的语言', 'Language of messages by event'),
  help: text(
    '推送消息中的时间、金额、审核结果等用哪种语言书写；固定文字由消息推送配置自定。',
    'The language in which messages by event write times, amounts and decisions; their fixed words are those of the configuration.',
  ),
  default: 'zh',
  options: { zh: text('中文', 'Chinese'), en: text('英文', 'English') },
  byCompany: true,
});
