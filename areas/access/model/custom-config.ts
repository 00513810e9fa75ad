import { image, longText, relation, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { company } from '#areas/org/model/company.ts';

/**
 * How the console presents itself under a domain (OEM). One table for all, as the login page asks before anybody is
 * known.
 */
export const customConfig = resource({
  name: 'customConfig',
  title: text('品牌定制', 'Branding'),
  help: text(
    '按访问域名显示的系统名称、标志与备案号；没有配置的域名显示默认的。',
    'System name, logo and filing numbers by domain. Domains without an entry show the defaults.',
  ),
  area: 'access',
  route: '/system/customconfig',
  scope: 'platform',
  wire: { base: '/api/updown/sysCustomConfig' },
  fields: {
    domain: str(text('域名', 'Domain'), {
      required: true,
      search: true,
      max: 120,
      width: 190,
      help: text('不含 http:// 与端口，如 park.example.com', 'Without http:// and port, such as park.example.com'),
    }),
    companyId: relation(text('单位', 'Company'), () => company, { search: true }),
    title: str(text('系统名称', 'Title'), { required: true, max: 40 }),
    titleEn: str(text('英文名称', 'English title'), { max: 60 }),
    shortTitle: str(text('简称', 'Short title'), { max: 12 }),
    logo: image(text('标志', 'Logo')),
    icpNo: str(text('ICP备案号', 'ICP filing'), { max: 60 }),
    policeNo: str(text('公安备案号', 'Police filing'), { max: 60 }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'domain',
  unique: [['domain']],
  list: ['domain', 'title', 'shortTitle', 'companyId', 'icpNo', 'policeNo'],
});
