/** The texts of the short-link pages, in each of their languages. */

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** `{time}` stands for the time when the code becomes active. */
type Text = readonly [heading: string, explanation: string];

export const TEXTS = {
  not_found: {
    en: ['This code does not exist', 'Check the address, or scan the code once more.'],
    de: ['Diesen Code gibt es nicht', 'Prüfen Sie die Adresse oder scannen Sie den Code noch einmal.'],
    fr: ['Ce code n’existe pas', 'Vérifiez l’adresse ou scannez de nouveau le code.'],
    es: ['Este código no existe', 'Compruebe la dirección o vuelva a escanear el código.'],
    zh: ['此二维码不存在', '请检查网址,或重新扫描二维码。'],
  },
  gone: {
    en: ['This code is no longer in use', 'Its owner has deleted it, so it no longer leads anywhere.'],
    de: [
      'Dieser Code wird nicht mehr verwendet',
      'Er wurde von seinem Besitzer gelöscht und führt nirgendwo mehr hin.',
    ],
    fr: ['Ce code n’est plus utilisé', 'Son propriétaire l’a supprimé. Il ne mène plus nulle part.'],
    es: ['Este código ya no se usa', 'Su propietario lo ha eliminado. Ya no lleva a ninguna parte.'],
    zh: ['此二维码已停用', '二维码的所有者已将其删除,它不再指向任何地方。'],
  },
  unavailable: {
    en: ['Please try again in a moment', 'The code is fine, but we cannot look it up right now.'],
    de: [
      'Bitte versuchen Sie es gleich noch einmal',
      'Der Code ist in Ordnung, kann aber gerade nicht abgerufen werden.',
    ],
    fr: [
      'Veuillez réessayer dans un instant',
      'Le code est valable, mais nous ne pouvons pas le consulter pour le moment.',
    ],
    es: ['Inténtelo de nuevo en un momento', 'El código está bien, pero ahora mismo no podemos consultarlo.'],
    zh: ['请稍后再试', '二维码本身没有问题,但目前无法查询。'],
  },
  paused: {
    en: ['This code is paused', 'Its owner has switched it off for now. Please try again later.'],
    de: [
      'Dieser Code ist pausiert',
      'Sein Besitzer hat ihn vorübergehend abgeschaltet. Bitte versuchen Sie es später noch einmal.',
    ],
    fr: [
      'Ce code est en pause',
      'Son propriétaire l’a désactivé pour le moment. Veuillez réessayer plus tard.',
    ],
    es: [
      'Este código está en pausa',
      'Su propietario lo ha desactivado por ahora. Inténtelo de nuevo más tarde.',
    ],
    zh: ['此二维码已暂停使用', '二维码的所有者暂时停用了它,请稍后再试。'],
  },
  scheduled: {
    en: ['This code is not active yet', 'It becomes active on {time}.'],
    de: ['Dieser Code ist noch nicht aktiv', 'Er wird am {time} aktiv.'],
    fr: ['Ce code n’est pas encore actif', 'Il sera actif à partir du {time}.'],
    es: ['Este código aún no está activo', 'Se activará el {time}.'],
    zh: ['此二维码尚未启用', '启用时间:{time}。'],
  },
  ended: {
    en: ['This code has expired', 'The period in which it could be used is over.'],
    de: ['Dieser Code ist abgelaufen', 'Der Zeitraum, in dem er verwendet werden konnte, ist vorbei.'],
    fr: ['Ce code a expiré', 'La période pendant laquelle il pouvait être utilisé est terminée.'],
    es: ['Este código ha caducado', 'El plazo en el que podía usarse ha terminado.'],
    zh: ['此二维码已过期', '它的使用期限已经结束。'],
  },
  exhausted: {
    en: [
      'This code has been used up',
      'It could only be used a limited number of times, and that limit has been reached.',
    ],
    de: [
      'Dieser Code ist aufgebraucht',
      'Er ließ sich nur begrenzt oft verwenden, und diese Grenze ist erreicht.',
    ],
    fr: [
      'Ce code est épuisé',
      'Il ne pouvait être utilisé qu’un nombre limité de fois, et ce nombre est atteint.',
    ],
    es: ['Este código se ha agotado', 'Podía usarse un número limitado de veces, y ya se ha alcanzado.'],
    zh: ['此二维码已用完', '它的使用次数有限,现已达到上限。'],
  },
  disabled: {
    en: ['This code has been disabled', 'The operator of this service has disabled it.'],
    de: ['Dieser Code wurde gesperrt', 'Der Betreiber dieses Dienstes hat ihn gesperrt.'],
    fr: ['Ce code a été désactivé', 'L’opérateur de ce service l’a désactivé.'],
    es: ['Este código ha sido bloqueado', 'El operador de este servicio lo ha bloqueado.'],
    zh: ['此二维码已被禁用', '本服务的运营方已将其禁用。'],
  },
  withheld: {
    en: [
      'This code is not available for legal reasons',
      'The operator of this service has disabled it because the law requires it.',
    ],
    de: [
      'Dieser Code ist aus rechtlichen Gründen nicht verfügbar',
      'Der Betreiber dieses Dienstes hat ihn gesperrt, weil er rechtlich dazu verpflichtet ist.',
    ],
    fr: [
      'Ce code n’est pas disponible pour des raisons légales',
      'L’opérateur de ce service l’a désactivé parce que la loi l’y oblige.',
    ],
    es: [
      'Este código no está disponible por motivos legales',
      'El operador de este servicio lo ha bloqueado por obligación legal.',
    ],
    zh: ['此二维码因法律原因无法使用', '本服务的运营方依法将其禁用。'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, Text>>>>;

export type PageName = keyof typeof TEXTS;

export const CONTENT_HEADING: Record<Language, string> = {
  en: 'This code contains',
  de: 'Dieser Code enthält',
  fr: 'Ce code contient',
  es: 'Este código contiene',
  zh: '此二维码的内容',
};

type PasswordText = 'heading' | 'explanation' | 'label' | 'button' | 'wrong' | 'tooMany';

export const PASSWORD_TEXTS: Readonly<Record<Language, Readonly<Record<PasswordText, string>>>> = {
  en: {
    heading: 'This code requires a password',
    explanation: 'Enter the password to continue.',
    label: 'Password',
    button: 'Open',
    wrong: 'That is not the password.',
    tooMany: 'Too many attempts. Please wait a minute, then try again.',
  },
  de: {
    heading: 'Dieser Code erfordert ein Passwort',
    explanation: 'Geben Sie das Passwort ein, um fortzufahren.',
    label: 'Passwort',
    button: 'Öffnen',
    wrong: 'Das ist nicht das Passwort.',
    tooMany: 'Zu viele Versuche. Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.',
  },
  fr: {
    heading: 'Ce code demande un mot de passe',
    explanation: 'Saisissez le mot de passe pour continuer.',
    label: 'Mot de passe',
    button: 'Ouvrir',
    wrong: 'Ce n’est pas le mot de passe.',
    tooMany: 'Trop d’essais. Veuillez patienter une minute, puis réessayer.',
  },
  es: {
    heading: 'Este código pide una contraseña',
    explanation: 'Escriba la contraseña para continuar.',
    label: 'Contraseña',
    button: 'Abrir',
    wrong: 'Esa no es la contraseña.',
    tooMany: 'Demasiados intentos. Espere un minuto y vuelva a intentarlo.',
  },
  zh: {
    heading: '此二维码需要密码',
    explanation: '请输入密码以继续。',
    label: '密码',
    button: '打开',
    wrong: '密码不正确。',
    tooMany: '尝试次数过多,请稍等一分钟再试。',
  },
};

interface FrameTexts {
  /** `{host}` stands for the host of the short link, `{name}` for the name of the brand. */
  readonly shownBy: string;
  readonly shownFor: string;
  /** The link to the page for reporting a code. */
  readonly report: string;
}

export const FRAME_TEXTS: Readonly<Record<Language, FrameTexts>> = {
  en: { shownBy: 'Shown by {host}', shownFor: 'Shown by {host} for {name}', report: 'Report' },
  de: { shownBy: 'Gezeigt von {host}', shownFor: 'Gezeigt von {host} für {name}', report: 'Melden' },
  fr: { shownBy: 'Affiché par {host}', shownFor: 'Affiché par {host} pour {name}', report: 'Signaler' },
  es: { shownBy: 'Mostrado por {host}', shownFor: 'Mostrado por {host} para {name}', report: 'Denunciar' },
  zh: { shownBy: '由 {host} 显示', shownFor: '由 {host} 为 {name} 显示', report: '举报' },
};
