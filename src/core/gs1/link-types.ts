/**
 * The link types of the GS1 Web Vocabulary 1.16 (https://ref.gs1.org/voc/, Apache-2.0) with their titles. Where a code leads by itself,
 * `gs1:defaultLink`, is its target.
 */
export const LINK_TYPES = {
  activityIdeas: 'Activity Ideas',
  allergenInfo: 'Allergen information',
  appDownload: 'App download',
  backgroundInfo: 'Background Information',
  brandHomepageClinical: 'Information for professionals about this brand',
  brandHomepagePatient: 'Information for patients about this brand',
  careersInfo: 'Careers information',
  certificationInfo: 'Certification Information',
  consumerHandlingStorageInfo: 'Consumer handling and storage information',
  defaultLinkMulti: 'Default linkMulti',
  dpp: 'Digital Product Passport',
  eifu: 'Electronic Instructions For Use',
  epcis: 'EPC Information Services (EPCIS) repository',
  epil: 'Electronic Patient Information Leaflet',
  eventsInfo: 'Events information',
  faqs: 'Frequently Asked Questions',
  handledBy: 'Handled by',
  hasRetailers: 'Has Retailers',
  homepage: 'Organisation Information Page',
  ingredientsInfo: 'Ingredients information',
  instructions: 'Instructions',
  jws: 'JSON Web Signature',
  leaveReview: 'Leave a review',
  locationInfo: 'Location information',
  logisticsInfo: 'Logistics information',
  loyaltyProgram: 'Loyalty program',
  masterData: 'Master data',
  menuInfo: 'Menu information',
  nutritionalInfo: 'Nutritional Information',
  openingHoursInfo: 'Opening hours information',
  paymentLink: 'Make Payment',
  pip: 'Product Information Page',
  promotion: 'Promotion',
  purchaseSuppliesOrAccessories: 'Purchase supplies or accessories',
  quickStartGuide: 'Quick start guide',
  recallStatus: 'Recall status',
  recipeInfo: 'Recipe website',
  registerProduct: 'Register purchase',
  registryEntry: 'Entry in a register',
  relatedImage: 'Related image',
  relatedVideo: 'Related video',
  reportFound: 'Report found',
  review: 'Reviews',
  safetyInfo: 'Safety information',
  scheduleTime: 'Scheduling/Reservation',
  serviceInfo: 'Service information',
  smartLabel: 'SmartLabel',
  smpc: 'Summary Product Characteristics (SmPC)',
  socialMedia: 'Social media',
  statisticInfo: 'Statistics',
  subscribe: 'Subscribe',
  support: 'Support',
  sustainabilityInfo: 'Sustainability and recycling',
  traceability: 'Traceability information',
  tutorial: 'Tutorial',
  userAgreement: 'Sign waiver/agreement/document',
  verificationService: 'Verification Service',
  whatsInTheBox: "What's in the box?",
} as const;
export type LinkType = keyof typeof LINK_TYPES;

const VOCABULARY = 'https://ref.gs1.org/voc/';

/** Reads `gs1:pip`, `pip` or the full address of a link type; null if the vocabulary does not have it. */
export function parseLinkType(text: string): LinkType | null {
  const name = text.startsWith(VOCABULARY) ? text.slice(VOCABULARY.length) : text.replace(/^gs1:/, '');
  return Object.hasOwn(LINK_TYPES, name) ? (name as LinkType) : null;
}

/** The relation of a link type in a linkset: its full address. */
export function toRelation(type: LinkType | 'defaultLink'): string {
  return VOCABULARY + type;
}
