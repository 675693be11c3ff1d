import type { Language } from '../page-texts.ts';

type Text = readonly [heading: string, explanation: string];

/** The pages of a resolver, besides those of every short link. */
export const GS1_TEXTS = {
  invalid_digital_link: {
    en: ['This is not a GS1 address', 'Check the address, or scan the code once more.'],
    de: ['Das ist keine GS1-Adresse', 'Prüfen Sie die Adresse oder scannen Sie den Code noch einmal.'],
    fr: ['Ceci n’est pas une adresse GS1', 'Vérifiez l’adresse ou scannez de nouveau le code.'],
    es: ['Esta no es una dirección GS1', 'Compruebe la dirección o vuelva a escanear el código.'],
    zh: ['这不是 GS1 地址', '请检查网址,或重新扫描条码。'],
  },
  item_not_found: {
    en: ['No code identifies this item here', 'Check the address, or scan the code once more.'],
    de: [
      'Diese Kennung ist hier nicht bekannt',
      'Prüfen Sie die Adresse oder scannen Sie den Code noch einmal.',
    ],
    fr: ['Cet identifiant n’est pas connu ici', 'Vérifiez l’adresse ou scannez de nouveau le code.'],
    es: ['Este identificador no se conoce aquí', 'Compruebe la dirección o vuelva a escanear el código.'],
    zh: ['此处没有该标识的信息', '请检查网址,或重新扫描条码。'],
  },
  link_type_not_found: {
    en: ['There is no such link', 'There is no information of the kind that you asked for.'],
    de: ['Diesen Link gibt es nicht', 'Informationen dieser Art gibt es hier nicht.'],
    fr: ['Ce lien n’existe pas', 'Il n’y a pas d’informations de ce type.'],
    es: ['Este enlace no existe', 'No hay información de este tipo.'],
    zh: ['没有此链接', '没有您所要求的信息。'],
  },
  item_closed: {
    en: ['This information is not available', 'Its owner does not show it right now.'],
    de: ['Diese Informationen sind nicht zugänglich', 'Ihr Besitzer zeigt sie zurzeit nicht.'],
    fr: ['Ces informations ne sont pas accessibles', 'Leur propriétaire ne les montre pas pour le moment.'],
    es: ['Esta información no está disponible', 'Su propietario no la muestra en este momento.'],
    zh: ['此信息未开放', '所有者目前未公开此信息。'],
  },
  choice: {
    en: ['Where would you like to go?', 'Several pages fit your request.'],
    de: ['Wohin möchten Sie?', 'Mehrere Seiten passen zu Ihrer Anfrage.'],
    fr: ['Où souhaitez-vous aller ?', 'Plusieurs pages correspondent à votre demande.'],
    es: ['¿Adónde quiere ir?', 'Varias páginas corresponden a su petición.'],
    zh: ['您想打开哪个页面?', '有多个页面符合您的要求。'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, Text>>>>;
