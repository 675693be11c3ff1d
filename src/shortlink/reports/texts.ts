import type { ReportField, ReportReason } from '#core/abuse/report.ts';
import type { Language } from '../page-texts.ts';

/** Why a report was refused: an invalid field, or one of these reasons. */
export type ReportProblem =
  | ReportField
  /** The request is not our form, or came from another site's page. */
  | 'unreadable'
  | 'too_many'
  /** Turnstile judged the visitor to be a machine. */
  | 'machine'
  | 'unavailable'
  /** All codes together have reached the daily number of reports. */
  | 'full';

export interface ReportTexts {
  readonly heading: string;
  /** `{code}` stands for the short link without its scheme, `{host}` for its host. */
  readonly explanation: string;
  /** Both for the host of an account, where somebody else operates the service. */
  readonly ofHost: readonly [heading: string, explanation: string];
  readonly reason: string;
  readonly choose: string;
  readonly reasons: Readonly<Record<ReportReason, string>>;
  readonly note: string;
  readonly email: string;
  readonly emailHint: string;
  readonly button: string;
  readonly problems: Readonly<Record<ReportProblem, string>>;
  readonly thanks: readonly [heading: string, explanation: string];
  /** The code or host has reached its daily number of reports. */
  readonly enough: readonly [heading: string, explanation: string];
}

/** The texts of the report page. */
export const REPORT_TEXTS: Readonly<Record<Language, ReportTexts>> = {
  en: {
    heading: 'Report this code',
    explanation:
      'Does {code} deceive or harm people? Tell the operator of {host}. The owner of the code does not see your report.',
    ofHost: [
      'Report this host',
      'Does {host} deceive or harm people? Tell the operator of the service that leads on from it. The owner of the host does not see your report.',
    ],
    reason: 'What is wrong?',
    choose: 'Please choose',
    reasons: {
      phishing: 'It pretends to be somebody else, or asks for passwords or money',
      malware: 'It leads to a harmful app or download',
      illegal: 'Its content is illegal',
      other: 'Something else',
    },
    note: 'What did you see? (optional)',
    email: 'Your e-mail address (optional)',
    emailHint:
      'Only for questions from the operator. It is deleted with the report, after 180 days at the latest.',
    button: 'Send the report',
    problems: {
      reason: 'Choose what is wrong.',
      note: 'Shorten the text to at most 1,000 characters.',
      email: 'Enter an address like name@example.com, or leave the field empty.',
      unreadable: 'The form did not arrive complete. Please send it again from this page.',
      too_many: 'Too many reports from your network. Please wait a minute, then send yours again.',
      machine: 'Please confirm that you are a person, then send the report again.',
      unavailable: 'Your report was not stored: the service has a problem. Please send it again in a moment.',
      full: 'Your report was not stored: too many reports arrived today. Please send it again tomorrow.',
    },
    thanks: ['Thank you', 'Your report was stored, and the operator can now read it.'],
    enough: [
      'Others have reported this',
      'The operator has already received many reports about it today. Yours was not added.',
    ],
  },
  de: {
    heading: 'Diesen Code melden',
    explanation:
      'Täuscht {code} Menschen oder schadet er ihnen? Melden Sie es dem Betreiber von {host}. Der Besitzer des Codes sieht Ihre Meldung nicht.',
    ofHost: [
      'Diesen Host melden',
      'Täuscht {host} Menschen oder schadet ihnen? Melden Sie es dem Betreiber des Dienstes, der von dort weiterleitet. Der Besitzer des Hosts sieht Ihre Meldung nicht.',
    ],
    reason: 'Was stimmt nicht?',
    choose: 'Bitte wählen',
    reasons: {
      phishing: 'Er gibt sich als jemand anderes aus oder fragt nach Passwörtern oder Geld',
      malware: 'Er führt zu einer schädlichen App oder Datei',
      illegal: 'Sein Inhalt ist rechtswidrig',
      other: 'Etwas anderes',
    },
    note: 'Was haben Sie gesehen? (freiwillig)',
    email: 'Ihre E-Mail-Adresse (freiwillig)',
    emailHint:
      'Nur für Rückfragen des Betreibers. Sie wird mit der Meldung gelöscht, spätestens nach 180 Tagen.',
    button: 'Meldung senden',
    problems: {
      reason: 'Wählen Sie, was nicht stimmt.',
      note: 'Kürzen Sie den Text auf höchstens 1.000 Zeichen.',
      email: 'Geben Sie eine Adresse wie name@example.com ein oder lassen Sie das Feld leer.',
      unreadable: 'Das Formular kam nicht vollständig an. Bitte senden Sie es noch einmal von dieser Seite.',
      too_many:
        'Zu viele Meldungen aus Ihrem Netz. Bitte warten Sie eine Minute und senden Sie sie dann noch einmal.',
      machine: 'Bitte bestätigen Sie, dass Sie ein Mensch sind, und senden Sie die Meldung noch einmal.',
      unavailable:
        'Ihre Meldung wurde nicht gespeichert: Der Dienst ist gestört. Bitte senden Sie sie gleich noch einmal.',
      full: 'Ihre Meldung wurde nicht gespeichert: Heute kamen zu viele an. Bitte senden Sie sie morgen noch einmal.',
    },
    thanks: ['Vielen Dank', 'Ihre Meldung wurde gespeichert, und der Betreiber kann sie lesen.'],
    enough: [
      'Andere haben das gemeldet',
      'Der Betreiber hat heute schon viele Meldungen dazu bekommen. Ihre wurde nicht hinzugefügt.',
    ],
  },
  fr: {
    heading: 'Signaler ce code',
    explanation:
      'Est-ce que {code} trompe les gens ou leur nuit ? Dites-le à l’opérateur de {host}. Le propriétaire du code ne voit pas votre signalement.',
    ofHost: [
      'Signaler cet hôte',
      'Est-ce que {host} trompe les gens ou leur nuit ? Dites-le à l’opérateur du service qui redirige depuis là. Le propriétaire de l’hôte ne voit pas votre signalement.',
    ],
    reason: 'Quel est le problème ?',
    choose: 'Veuillez choisir',
    reasons: {
      phishing: 'Il se fait passer pour quelqu’un d’autre, ou demande des mots de passe ou de l’argent',
      malware: 'Il mène à une application ou à un fichier nuisible',
      illegal: 'Son contenu est illégal',
      other: 'Autre chose',
    },
    note: 'Qu’avez-vous vu ? (facultatif)',
    email: 'Votre adresse e-mail (facultatif)',
    emailHint:
      'Uniquement pour d’éventuelles questions de l’opérateur. Elle est supprimée avec le signalement, au plus tard après 180 jours.',
    button: 'Envoyer le signalement',
    problems: {
      reason: 'Choisissez le problème.',
      note: 'Réduisez le texte à 1 000 caractères au maximum.',
      email: 'Saisissez une adresse comme nom@example.com, ou laissez le champ vide.',
      unreadable: 'Le formulaire n’est pas arrivé en entier. Veuillez le renvoyer depuis cette page.',
      too_many: 'Trop de signalements depuis votre réseau. Veuillez patienter une minute, puis renvoyez-le.',
      machine: 'Veuillez confirmer que vous êtes une personne, puis renvoyez le signalement.',
      unavailable:
        'Votre signalement n’a pas été enregistré : le service est perturbé. Veuillez le renvoyer dans un instant.',
      full: 'Votre signalement n’a pas été enregistré : il y en a eu trop aujourd’hui. Veuillez le renvoyer demain.',
    },
    thanks: ['Merci', 'Votre signalement a été enregistré, et l’opérateur peut le lire.'],
    enough: [
      'D’autres l’ont signalé',
      'L’opérateur a déjà reçu beaucoup de signalements à ce sujet aujourd’hui. Le vôtre n’a pas été ajouté.',
    ],
  },
  es: {
    heading: 'Denunciar este código',
    explanation:
      '¿{code} engaña o perjudica a la gente? Dígaselo al operador de {host}. El propietario del código no ve su denuncia.',
    ofHost: [
      'Denunciar este host',
      '¿{host} engaña o perjudica a la gente? Dígaselo al operador del servicio que redirige desde allí. El propietario del host no ve su denuncia.',
    ],
    reason: '¿Qué ocurre?',
    choose: 'Elija una opción',
    reasons: {
      phishing: 'Se hace pasar por otro, o pide contraseñas o dinero',
      malware: 'Lleva a una aplicación o a un archivo dañinos',
      illegal: 'Su contenido es ilegal',
      other: 'Otra cosa',
    },
    note: '¿Qué ha visto? (opcional)',
    email: 'Su dirección de correo (opcional)',
    emailHint: 'Solo para preguntas del operador. Se borra con la denuncia, como máximo a los 180 días.',
    button: 'Enviar la denuncia',
    problems: {
      reason: 'Elija qué ocurre.',
      note: 'Acorte el texto a 1000 caracteres como máximo.',
      email: 'Escriba una dirección como nombre@example.com, o deje el campo vacío.',
      unreadable: 'El formulario no llegó completo. Envíelo de nuevo desde esta página.',
      too_many: 'Demasiadas denuncias desde su red. Espere un minuto y envíela de nuevo.',
      machine: 'Confirme que es una persona y envíe la denuncia de nuevo.',
      unavailable:
        'Su denuncia no se ha guardado: el servicio tiene problemas. Envíela de nuevo en un momento.',
      full: 'Su denuncia no se ha guardado: hoy han llegado demasiadas. Envíela de nuevo mañana.',
    },
    thanks: ['Gracias', 'Su denuncia se ha guardado, y el operador puede leerla.'],
    enough: [
      'Otras personas ya lo han denunciado',
      'El operador ya ha recibido hoy muchas denuncias sobre él. La suya no se ha añadido.',
    ],
  },
  zh: {
    heading: '举报此二维码',
    explanation: '{code} 是否欺骗或伤害他人?请告知 {host} 的运营方。二维码的所有者看不到您的举报。',
    ofHost: [
      '举报此主机',
      '{host} 是否欺骗或伤害他人?请告知从该处转接的服务的运营方。主机的所有者看不到您的举报。',
    ],
    reason: '有什么问题?',
    choose: '请选择',
    reasons: {
      phishing: '冒充他人,或索要密码或钱财',
      malware: '指向有害的应用或下载',
      illegal: '内容违法',
      other: '其他问题',
    },
    note: '您看到了什么?(选填)',
    email: '您的电子邮箱(选填)',
    emailHint: '仅供运营方向您询问,最迟在 180 天后随举报一同删除。',
    button: '提交举报',
    problems: {
      reason: '请选择问题类型。',
      note: '请将文字缩短到 1000 个字符以内。',
      email: '请输入形如 name@example.com 的地址,或留空。',
      unreadable: '表单未能完整送达,请在此页面重新提交。',
      too_many: '来自您所在网络的举报过多,请稍等一分钟再提交。',
      machine: '请确认您是真人,然后重新提交。',
      unavailable: '您的举报未能保存:服务出现故障,请稍后重新提交。',
      full: '您的举报未能保存:今天收到的举报过多,请明天重新提交。',
    },
    thanks: ['谢谢', '您的举报已保存,运营方可以查看。'],
    enough: ['已有他人举报', '运营方今天已收到许多关于它的举报,您的举报未被添加。'],
  },
};
