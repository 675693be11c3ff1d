import { listActivities } from './accounts/activities.ts';
import { getAccount, updateAccount } from './accounts/account.ts';
import { getUsage } from './accounts/usage.ts';
import { updateQrCodes, deleteQrCodes, deleteQrCodesByPost } from './codes/change-many.ts';
import { deleteQrCode, getHistoryOfQrCode, getQrCode, updateQrCode } from './codes/code.ts';
import { createQrCode, createQrCodes } from './codes/create.ts';
import { getImageOfQrCode } from './prints/image.ts';
import { exportQrCodesAsCsv, exportQrCodesAsNdjson, listQrCodes } from './codes/list.ts';
import { checkPrintOfQrCode, printQrCode } from './prints/print.ts';
import { printSheets } from './prints/sheets.ts';
import { replaceLinks } from './codes/links.ts';
import { addName, deleteName } from './codes/names.ts';
import { deleteTag, listTags, renameTag } from './codes/tags.ts';
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  updateTemplate,
} from './styles/templates.ts';
import { upsertQrCode, upsertQrCodes } from './codes/upsert.ts';
import {
  addDomain,
  deleteDomain,
  getDomain,
  listDomains,
  updateDomain,
  verifyDomain,
} from './domains/routes.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listEvents,
  listWebhooks,
  replayEvents,
  rotateWebhook,
  testWebhook,
  updateWebhook,
} from './events/routes.ts';
import { exportFiles } from './exports/archive.ts';
import { exportEverything } from './exports/everything.ts';
import { getExport, getRedirects } from './exports/routes.ts';
import { deleteFile, getFile, listFiles, uploadFile } from './files/routes.ts';
import { getHealth } from './health.ts';
import {
  cancelImport,
  getImport,
  listImportRows,
  listImports,
  runImport,
  undoImport,
  startImport,
} from './imports/routes.ts';
import { deleteImage, getImage, getImageFile, listImages, uploadImage } from './logos/routes.ts';
import { getAccountStatistics } from './scans/account-statistics.ts';
import { getScanStatistics, getScanStatisticsAsCsv } from './scans/read-statistics.ts';

/**
 * All operations by name, in the order of the OpenAPI document. They are mounted in this order: a fixed path precedes one with a parameter
 * that would match it.
 */
export const OPERATIONS = {
  createQrCode,
  listQrCodes,
  exportQrCodesAsCsv,
  exportQrCodesAsNdjson,
  createQrCodes,
  upsertQrCodes,
  updateQrCodes,
  deleteQrCodes,
  deleteQrCodesByPost,
  listTags,
  renameTag,
  deleteTag,
  upsertQrCode,
  getQrCode,
  updateQrCode,
  deleteQrCode,
  getHistoryOfQrCode,
  replaceLinks,
  addName,
  deleteName,
  getScanStatistics,
  getScanStatisticsAsCsv,
  getImageOfQrCode,
  printQrCode,
  checkPrintOfQrCode,
  printSheets,
  exportFiles,
  getAccountStatistics,
  getAccount,
  updateAccount,
  getUsage,
  listActivities,
  getHealth,
  createTemplate,
  listTemplates,
  getTemplate,
  updateTemplate,
  deleteTemplate,
  uploadImage,
  listImages,
  getImage,
  getImageFile,
  deleteImage,
  uploadFile,
  listFiles,
  getFile,
  deleteFile,
  addDomain,
  listDomains,
  getDomain,
  updateDomain,
  verifyDomain,
  deleteDomain,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhook,
  testWebhook,
  listDeliveries,
  replayEvents,
  listEvents,
  startImport,
  listImports,
  getImport,
  listImportRows,
  runImport,
  undoImport,
  cancelImport,
  exportEverything,
  getRedirects,
  getExport,
};
