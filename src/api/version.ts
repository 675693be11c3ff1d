/** The version of the service. Named, so that the bundle holds nothing else of the file. */
export { version as SERVICE_VERSION } from '../../package.json';
