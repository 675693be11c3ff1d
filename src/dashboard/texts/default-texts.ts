import type { Language } from '#core/languages.ts';
import type { OperatorTextName } from '#core/operator-text.ts';

/**
 * The texts of the pages until the operator replaces them: what the software does, and nothing that only an operator can promise. Each
 * language has its own, because a page of text is read in whole, and not sentence by sentence.
 */
export const DEFAULT_TEXTS: Readonly<Record<Language, Readonly<Record<OperatorTextName, string>>>> = {
  en: {
    privacy: `The operator of this service has not added a text of their own. This is what the software stores.

# When you scan a code
For each scan of a dynamic code: the code, the time, the kind of device, the system and the browser without versions, the country, the region and the city, the host of the page that led to the short link, the language, and a keyed hash that tells the visitors of one code apart. Neither your IP address nor your user agent is stored. Nothing is stored for scans of a static code.

Individual scans are deleted after about three months. The number of scans per day is kept as long as the account that owns the code.

A short link sets no cookie. Only if you enter the password of a code, a cookie remembers this for 12 hours, so that you are not asked again.

# When you have an account
Your name; your e-mail address, if you gave one; your passkeys; the browser and the system of each session; what was done in the account, for 400 days. One cookie keeps you signed in, two hold your time zone.

An owner can delete the account. For 14 days it can be restored; then everything in it is deleted.

# When you report a code
The code, the reason, and what you entered. It is deleted after 180 days.`,
    terms: `The operator of this service has not added terms of use.

# Where codes lead
The person who creates a code decides where it leads and what it contains. The operator can disable a code, and does not check each one beforehand.

# Harmful codes
Pages of short links have a link “Report this code”.`,
  },
  de: {
    privacy: `Der Betreiber dieses Dienstes hat keinen eigenen Text hinterlegt. Folgendes speichert die Software.

# Wenn Sie einen Code scannen
Für jeden Scan eines dynamischen Codes: den Code, den Zeitpunkt, die Art des Geräts, System und Browser ohne Versionen, Land, Region und Stadt, den Host der Seite, die zum Kurzlink geführt hat, die Sprache und einen mit einem Schlüssel berechneten Hash, der die Besucher eines Codes unterscheidet. Weder Ihre IP-Adresse noch die Kennung Ihres Browsers wird gespeichert. Bei Scans eines statischen Codes wird nichts gespeichert.

Einzelne Scans werden nach etwa drei Monaten gelöscht. Die Zahl der Scans pro Tag bleibt, solange es das Konto gibt, dem der Code gehört.

Ein Kurzlink setzt kein Cookie. Nur wenn Sie das Passwort eines Codes eingeben, merkt sich ein Cookie das 12 Stunden lang, damit Sie nicht noch einmal gefragt werden.

# Wenn Sie ein Konto haben
Ihren Namen; Ihre E-Mail-Adresse, falls Sie eine angegeben haben; Ihre Passkeys; Browser und System jeder Anmeldung; was im Konto getan wurde, 400 Tage lang. Ein Cookie hält Sie angemeldet, zwei enthalten Ihre Zeitzone.

Ein Inhaber kann das Konto löschen. 14 Tage lang lässt es sich wiederherstellen; dann wird alles darin gelöscht.

# Wenn Sie einen Code melden
Den Code, den Grund und Ihre Eingaben. Das wird nach 180 Tagen gelöscht.`,
    terms: `Der Betreiber dieses Dienstes hat keine Nutzungsbedingungen hinterlegt.

# Wohin Codes führen
Wer einen Code erstellt, entscheidet, wohin er führt und was er enthält. Der Betreiber kann einen Code sperren, prüft aber nicht jeden im Voraus.

# Schädliche Codes
Seiten von Kurzlinks haben einen Link, um den Code zu melden.`,
  },
  fr: {
    privacy: `L’opérateur de ce service n’a pas ajouté de texte à lui. Voici ce que le logiciel enregistre.

# Quand vous scannez un code
Pour chaque scan d’un code dynamique : le code, l’heure, le type d’appareil, le système et le navigateur sans leurs versions, le pays, la région et la ville, l’hôte de la page qui a mené au lien court, la langue et une empreinte à clé qui distingue les visiteurs d’un même code. Ni votre adresse IP ni l’identifiant de votre navigateur ne sont enregistrés. Rien n’est enregistré pour les scans d’un code statique.

Les scans individuels sont supprimés au bout d’environ trois mois. Le nombre de scans par jour est conservé aussi longtemps que le compte auquel appartient le code.

Un lien court ne dépose aucun cookie. Seulement si vous saisissez le mot de passe d’un code, un cookie s’en souvient pendant 12 heures, pour ne pas vous le redemander.

# Quand vous avez un compte
Votre nom ; votre adresse e-mail, si vous en avez donné une ; vos clés d’accès ; le navigateur et le système de chaque session ; ce qui a été fait dans le compte, pendant 400 jours. Un cookie vous garde connecté, deux contiennent votre fuseau horaire.

Un propriétaire peut supprimer le compte. Pendant 14 jours, il peut être restauré ; ensuite, tout son contenu est supprimé.

# Quand vous signalez un code
Le code, la raison et ce que vous avez saisi. Tout est supprimé au bout de 180 jours.`,
    terms: `L’opérateur de ce service n’a pas ajouté de conditions d’utilisation.

# Où mènent les codes
La personne qui crée un code décide où il mène et ce qu’il contient. L’opérateur peut désactiver un code, et ne les vérifie pas tous à l’avance.

# Codes nuisibles
Les pages des liens courts ont un lien pour signaler le code.`,
  },
  es: {
    privacy: `El operador de este servicio no ha añadido un texto propio. Esto es lo que guarda el software.

# Cuando escanea un código
Por cada escaneo de un código dinámico: el código, la hora, el tipo de dispositivo, el sistema y el navegador sin versiones, el país, la región y la ciudad, el dominio de la página que llevó al enlace corto, el idioma y un hash con clave que distingue a los visitantes de un mismo código. No se guardan ni su dirección IP ni la identificación de su navegador. De los escaneos de un código estático no se guarda nada.

Los escaneos individuales se eliminan al cabo de unos tres meses. El número de escaneos por día se conserva mientras exista la cuenta a la que pertenece el código.

Un enlace corto no instala ninguna cookie. Solo si introduce la contraseña de un código, una cookie lo recuerda durante 12 horas para no volver a pedírsela.

# Cuando tiene una cuenta
Su nombre; su dirección de correo electrónico, si dio una; sus llaves de acceso; el navegador y el sistema de cada sesión; lo que se hizo en la cuenta, durante 400 días. Una cookie mantiene su sesión iniciada y dos guardan su zona horaria.

Un propietario puede eliminar la cuenta. Durante 14 días se puede restaurar; después se elimina todo lo que contiene.

# Cuando denuncia un código
El código, el motivo y lo que escribió. Se elimina al cabo de 180 días.`,
    terms: `El operador de este servicio no ha añadido condiciones de uso.

# Adónde llevan los códigos
Quien crea un código decide adónde lleva y qué contiene. El operador puede desactivar un código y no revisa cada uno de antemano.

# Códigos dañinos
Las páginas de los enlaces cortos tienen un enlace para denunciar el código.`,
  },
};
