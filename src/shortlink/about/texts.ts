import type { Language } from '../page-texts.ts';

export interface AboutTexts {
  readonly kind: string;
  readonly leadsTo: string;
  /** Whose code it is. */
  readonly owner: string;
  /** Since when it leads there. */
  readonly since: string;
  readonly created: string;
  readonly varies: string;
  readonly locked: string;
  readonly shown: string;
  /** Where addresses lead that open no website, by their schemes. */
  readonly places: Readonly<Record<'mailto' | 'tel' | 'sms' | 'geo', string>>;
  readonly open: string;
}

/** The texts of the page that says where a short link leads. */
export const ABOUT_TEXTS: Readonly<Record<Language, AboutTexts>> = {
  en: {
    kind: 'Where this link leads',
    leadsTo: 'Leads to',
    owner: 'Published by',
    since: 'Since',
    created: 'Created on',
    varies: 'Which of them depends on who scans the code, and when.',
    locked: 'A password protects the address, so it is not shown here.',
    shown: 'Shows its content on this site, and leads nowhere else.',
    places: { mailto: 'an e-mail', tel: 'a phone call', sms: 'a text message', geo: 'a place on a map' },
    open: 'Open the link',
  },
  de: {
    kind: 'Wohin dieser Link führt',
    leadsTo: 'Führt zu',
    owner: 'Veröffentlicht von',
    since: 'Seit',
    created: 'Erstellt am',
    varies: 'Wohin genau, hängt davon ab, wer den Code wann scannt.',
    locked: 'Die Adresse ist durch ein Passwort geschützt und wird deshalb hier nicht gezeigt.',
    shown: 'Zeigt seinen Inhalt auf dieser Website und führt nirgendwo anders hin.',
    places: {
      mailto: 'einer E-Mail',
      tel: 'einem Anruf',
      sms: 'einer SMS',
      geo: 'einem Ort auf der Karte',
    },
    open: 'Link öffnen',
  },
  fr: {
    kind: 'Où mène ce lien',
    leadsTo: 'Mène à',
    owner: 'Publié par',
    since: 'Depuis le',
    created: 'Créé le',
    varies: 'L’une ou l’autre, selon la personne qui scanne le code et le moment.',
    locked: 'Un mot de passe protège l’adresse : elle n’est donc pas affichée ici.',
    shown: 'Affiche son contenu sur ce site et ne mène nulle part ailleurs.',
    places: { mailto: 'un e-mail', tel: 'un appel', sms: 'un SMS', geo: 'un lieu sur la carte' },
    open: 'Ouvrir le lien',
  },
  es: {
    kind: 'Adónde lleva este enlace',
    leadsTo: 'Lleva a',
    owner: 'Publicado por',
    since: 'Desde el',
    created: 'Creado el',
    varies: 'A una u otra, según quién escanee el código y cuándo.',
    locked: 'Una contraseña protege la dirección, por eso no se muestra aquí.',
    shown: 'Muestra su contenido en este sitio y no lleva a ningún otro.',
    places: {
      mailto: 'un correo electrónico',
      tel: 'una llamada',
      sms: 'un SMS',
      geo: 'un lugar en el mapa',
    },
    open: 'Abrir el enlace',
  },
  zh: {
    kind: '此链接指向哪里',
    leadsTo: '指向',
    owner: '发布者',
    since: '自',
    created: '创建于',
    varies: '具体指向哪一个,取决于扫码者和扫码时间。',
    locked: '该地址受密码保护,因此不在此显示。',
    shown: '在本网站显示其内容,不指向其他地方。',
    places: { mailto: '电子邮件', tel: '电话', sms: '短信', geo: '地图上的地点' },
    open: '打开链接',
  },
};
