/** The content of the map of countries, written by `npm run map`: docs/decisions/map.md. */
export const WORLD_MAP = {
  path: '/assets/map-8fa27fb366f2.svg',
  viewBox: '15 13 1195 565',
  /** The countries with a shape, by code, and those with a dot, which are drawn on top. */
  shapes:
    'AE AF AL AM AO AR AT AU AZ BA BD BE BF BG BI BJ BO BR BT BW BY CA CD CF CG CH CI CL CM CN CO CR CU CZ DE DK DO DZ EC EE EG EH ER ES ET FI FR GA GB GE GF GH GL GN GQ GR GT GW GY HN HR HT HU ID IE IN IQ IR IS IT JO JP KE KG KH KP KR KZ LA LK LR LS LT LV LY MA MD MG MK ML MM MN MR MW MX MY MZ NA NE NG NI NL NO NP NZ OM PA PE PG PH PK PL PT PY RO RS RU RW SA SB SD SE SJ SK SL SN SO SR SS SY TD TG TH TJ TM TN TR TW TZ UA UG US UY UZ VE VN YE ZA ZM ZW',
  dots: 'AQ AD AG AI AS AW AX BB BH BL BM BN BQ BS BV BZ CC CK CV CW CX CY DJ DM FJ FK FM FO GD GG GI GM GP GS GU HK HM IL IM IO JE JM KI KM KN KW KY LB LC LI LU MC ME MF MH MO MP MQ MS MT MU MV NC NF NR NU PF PM PN PR PS PW QA RE SC SG SH SI SM ST SV SX SZ TC TF TK TL TO TT TV UM VA VC VG VI VU WF WS XK YT',
} as const;
