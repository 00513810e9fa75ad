/** How the words of menus are read, by syllable, each character in the reading it has there. */
const read =
  'an安按案 bai白 ban板版班办 bang绑 bao保宝报 bei备北 ben本 beng泵 bi闭 bian变编 biao标表 bie别 bing并 bo播泊驳 bu不补部 cai菜财材采 can参 ce测 ceng层 cha查 chan产 chang厂场常长偿 che撤车 cheng城成称程 ' +
  'chi持池 chong充 chu储出处础 chuan串传 ci次磁 cong从 cu促 cun存村 cuo错 da大打达 dai代贷待 dan单 dang当档 dao导道岛 de的 deng登等 di地第抵低 dian典点电 ding定订钉顶 dong冻动栋东 du读 duan段端断 dui对兑 ' +
  'duo多 e额 er二 fa发罚 fan返反 fang放方访防房 fei费废 fen份分 feng风 fu付复服府 gai改 gan感杆 gang岗港 gao告高 ge个格 gen根 geng更 gong公工供 gou勾购 gu固故 guan关管馆 guang广 gui归规 guo果过 hao号 ' +
  'he合核 hei黑 hong红虹 hu户护 hua话 huan换缓还 huang黄 hui会回惠汇慧恢灰 huo活 ji及基机级计记集急积辑季 jia假加家价 jian件建检监简键减剪健 jiang奖降 jiao交缴角 jie接结节借解街 jin禁进金今近 jing径警净 jiu救 ju据拒局 ' +
  'jue绝 ka卡 kai开 kan看 kang康 kao考 ke可客刻 kong控 kou口扣 ku库 kuai快 kuan款 kui亏 la拉 lan蓝栏 lei类雷 li例利理离礼历力 lian联脸 liang辆量 liao料 lie列 lin临 ling令 liu流 lou楼 lu录路 lun轮 ' +
  'luo络 lv率绿 ma码 man满慢 mao毛 men门 mi密 mian面免 miao秒 ming名明 mo模膜末 mu目 nan南 nei内 neng能 ni拟 nian年 niu钮 pai排牌拍派 pan盘 pei配赔 pi批 pian片 piao票 pin频品 ping屏平评 po坡 ' +
  'qi其器启起企 qian前欠签 qiao桥 qie切 qin勤 qing情请 qiu求 qu区取 quan全券权圈 que确 ren人任认 ri日 ru入 san三 sao扫 se色 sha沙 shan删 shang上商 shao少 she设摄射 shen审申身 sheng剩升生省 ' +
  'shi事实市式时示视识试始室史 shou守手授收首 shu属数束树书 shua刷 shui税 si似 song送 sou搜 su诉 suan算酸 sui随 suo索锁 ta他塔 tai台态 tao逃 ti体提替 tian天 tiao跳 tie贴 ting亭停厅 tong统通 tou投透头 tu图 ' +
  'tuan团 tui推退 wai外 wan完晚 wang网 wei为位微未维违危伪尾 wen温问文纹 wo我 wu务无误屋物午 xi席息析系细西 xia下辖 xian县现线限险 xiang相箱详象向像巷 xiao小消销校 xie写协 xin信新 xing型行 xiu修 xu序续虚 xuan选 ' +
  'xun讯询巡寻旬 ya押压牙 yan验言 yang央养 yao要钥 ye页业夜 yi已异疑议移疫 yin印引音银 ying应营影盈 yong用 you优有由诱右 yu与予余域宇预语 yuan员源远院园 yue月约阅 yun云运 za杂 zai在灾 zan暂 zao早 ze则 zeng增赠 zha闸 ' +
  'zhai宅 zhan粘站 zhang账章障 zhao找照 zhe折 zhen诊镇真 zheng正证政 zhi值制志指支知置织智止址 zhong众重终中 zhou昼周 zhu主住 zhuan转 zhuang状装桩 zhui追 zhun准 zi子字资紫 zong总 zu租组 zuo坐作昨左';

const syllables: ReadonlyMap<string, string> = new Map(
  read.split(' ').flatMap((group) => {
    const [, syllable, characters] = /^([a-z]+)(.+)$/.exec(group)!;
    return [...characters!].map((character) => [character, syllable!] as const);
  }),
);

/**
 * The first character of each letter, in the order of pinyin that browsers sort by: it gives the initial of any other
 * character.
 */
const firsts = 'a吖b丷c嚓d咑e妸f发g旮h哈j丌k咔l垃m呣n拏o喔p妑q七r呥s仨t他w屲x夕y丫z帀';
const order = new Intl.Collator('zh-u-co-pinyin');
const han = /\p{Script=Han}/u;

export function initialOf(character: string): string {
  let found = '';
  for (let at = 0; at < firsts.length && order.compare(firsts[at + 1]!, character) <= 0; at += 2) found = firsts[at]!;
  return found;
}

export type Reading = {
  /** One letter a character. */ initials: string;
  /** The whole syllables; a character that menus do not have by its initial alone. */ whole: string;
};

/** How a label is typed by its sound; what is not Chinese stays as it is. */
export function readingOf(label: string): Reading {
  const sounds = [...label.toLowerCase()]
    .filter((character) => character.trim() !== '')
    .map((character) => (han.test(character) ? (syllables.get(character) ?? initialOf(character)) : character));
  return { initials: sounds.map((sound) => sound[0] ?? '').join(''), whole: sounds.join('') };
}

export const knownReadings = syllables;
