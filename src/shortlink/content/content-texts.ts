import type { Language } from '../page-texts.ts';

/** The texts of the pages for codes that hold a network, a contact, an event or a payment. */
export interface ContentTexts {
  readonly network: string;
  readonly password: string;
  readonly security: string;
  readonly open: string;
  readonly hidden: string;
  /** `{network}` stands for the name of the network. */
  readonly join: string;
  readonly joinHidden: string;
  readonly joinOpen: string;
  readonly phone: string;
  readonly email: string;
  readonly website: string;
  readonly address: string;
  readonly note: string;
  readonly saveContact: string;
  readonly starts: string;
  readonly ends: string;
  readonly place: string;
  readonly about: string;
  readonly localTime: string;
  readonly addToCalendar: string;
  readonly payment: string;
  readonly account: string;
  readonly amount: string;
  readonly reference: string;
  readonly pay: string;
  readonly copyPassword: string;
  readonly copyAccount: string;
  readonly copyText: string;
  readonly copied: string;
}

export const CONTENT_TEXTS: Readonly<Record<Language, ContentTexts>> = {
  en: {
    network: 'Wi-Fi network',
    password: 'Password',
    security: 'Security',
    open: 'Open, without a password',
    hidden: 'Hidden network',
    join: 'To join: open the Wi-Fi settings of your device, choose “{network}” and enter the password.',
    joinHidden:
      'To join: open the Wi-Fi settings of your device, choose “Other network”, and enter the name and the password.',
    joinOpen: 'To join: open the Wi-Fi settings of your device and choose “{network}”.',
    phone: 'Phone',
    email: 'E-mail',
    website: 'Website',
    address: 'Address',
    note: 'Note',
    saveContact: 'Save contact',
    starts: 'Starts',
    ends: 'Ends',
    place: 'Place',
    about: 'About',
    localTime: 'Times are local times of the place.',
    addToCalendar: 'Add to calendar',
    payment: 'Payment',
    account: 'Account',
    amount: 'Amount',
    reference: 'Reference',
    pay: 'To pay: scan the code with your banking app.',
    copyPassword: 'Copy password',
    copyAccount: 'Copy account number',
    copyText: 'Copy text',
    copied: 'Copied',
  },
  de: {
    network: 'WLAN',
    password: 'Passwort',
    security: 'Sicherheit',
    open: 'Offen, ohne Passwort',
    hidden: 'Verborgenes Netz',
    join: 'So verbinden Sie sich: Öffnen Sie die WLAN-Einstellungen Ihres Geräts, wählen Sie „{network}“ und geben Sie das Passwort ein.',
    joinHidden:
      'So verbinden Sie sich: Öffnen Sie die WLAN-Einstellungen Ihres Geräts, wählen Sie „Anderes Netz“ und geben Sie Name und Passwort ein.',
    joinOpen:
      'So verbinden Sie sich: Öffnen Sie die WLAN-Einstellungen Ihres Geräts und wählen Sie „{network}“.',
    phone: 'Telefon',
    email: 'E-Mail',
    website: 'Website',
    address: 'Adresse',
    note: 'Notiz',
    saveContact: 'Kontakt speichern',
    starts: 'Beginn',
    ends: 'Ende',
    place: 'Ort',
    about: 'Beschreibung',
    localTime: 'Die Zeiten gelten am Ort der Veranstaltung.',
    addToCalendar: 'Zum Kalender hinzufügen',
    payment: 'Zahlung',
    account: 'Konto',
    amount: 'Betrag',
    reference: 'Referenz',
    pay: 'Zum Bezahlen scannen Sie den Code mit Ihrer Banking-App.',
    copyPassword: 'Passwort kopieren',
    copyAccount: 'Kontonummer kopieren',
    copyText: 'Text kopieren',
    copied: 'Kopiert',
  },
  fr: {
    network: 'Réseau Wi-Fi',
    password: 'Mot de passe',
    security: 'Sécurité',
    open: 'Ouvert, sans mot de passe',
    hidden: 'Réseau masqué',
    join: 'Pour vous connecter : ouvrez les réglages Wi-Fi de votre appareil, choisissez « {network} » et saisissez le mot de passe.',
    joinHidden:
      'Pour vous connecter : ouvrez les réglages Wi-Fi de votre appareil, choisissez « Autre réseau », puis saisissez le nom et le mot de passe.',
    joinOpen:
      'Pour vous connecter : ouvrez les réglages Wi-Fi de votre appareil et choisissez « {network} ».',
    phone: 'Téléphone',
    email: 'E-mail',
    website: 'Site web',
    address: 'Adresse',
    note: 'Note',
    saveContact: 'Enregistrer le contact',
    starts: 'Début',
    ends: 'Fin',
    place: 'Lieu',
    about: 'Description',
    localTime: 'Les heures sont celles du lieu.',
    addToCalendar: 'Ajouter au calendrier',
    payment: 'Paiement',
    account: 'Compte',
    amount: 'Montant',
    reference: 'Référence',
    pay: 'Pour payer, scannez le code avec l’application de votre banque.',
    copyPassword: 'Copier le mot de passe',
    copyAccount: 'Copier le numéro de compte',
    copyText: 'Copier le texte',
    copied: 'Copié',
  },
  es: {
    network: 'Red wifi',
    password: 'Contraseña',
    security: 'Seguridad',
    open: 'Abierta, sin contraseña',
    hidden: 'Red oculta',
    join: 'Para conectarse: abra los ajustes de wifi de su dispositivo, elija «{network}» y escriba la contraseña.',
    joinHidden:
      'Para conectarse: abra los ajustes de wifi de su dispositivo, elija «Otra red» y escriba el nombre y la contraseña.',
    joinOpen: 'Para conectarse: abra los ajustes de wifi de su dispositivo y elija «{network}».',
    phone: 'Teléfono',
    email: 'Correo electrónico',
    website: 'Sitio web',
    address: 'Dirección',
    note: 'Nota',
    saveContact: 'Guardar contacto',
    starts: 'Comienza',
    ends: 'Termina',
    place: 'Lugar',
    about: 'Descripción',
    localTime: 'Las horas son las del lugar.',
    addToCalendar: 'Añadir al calendario',
    payment: 'Pago',
    account: 'Cuenta',
    amount: 'Importe',
    reference: 'Referencia',
    pay: 'Para pagar, escanee el código con la aplicación de su banco.',
    copyPassword: 'Copiar la contraseña',
    copyAccount: 'Copiar el número de cuenta',
    copyText: 'Copiar el texto',
    copied: 'Copiado',
  },
  zh: {
    network: 'Wi-Fi 网络',
    password: '密码',
    security: '安全性',
    open: '开放,无需密码',
    hidden: '隐藏的网络',
    join: '连接方法:打开设备的 Wi-Fi 设置,选择“{network}”,然后输入密码。',
    joinHidden: '连接方法:打开设备的 Wi-Fi 设置,选择“其他网络”,然后输入名称和密码。',
    joinOpen: '连接方法:打开设备的 Wi-Fi 设置,选择“{network}”。',
    phone: '电话',
    email: '电子邮件',
    website: '网站',
    address: '地址',
    note: '备注',
    saveContact: '保存联系人',
    starts: '开始',
    ends: '结束',
    place: '地点',
    about: '说明',
    localTime: '时间为当地时间。',
    addToCalendar: '添加到日历',
    payment: '付款',
    account: '账户',
    amount: '金额',
    reference: '参考号',
    pay: '付款方法:用您的银行应用扫描此二维码。',
    copyPassword: '复制密码',
    copyAccount: '复制账号',
    copyText: '复制文本',
    copied: '已复制',
  },
};
