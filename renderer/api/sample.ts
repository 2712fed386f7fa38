import address from '../../resources/samples/harbour-museum.docx?url';

/** A short English Word document for a first try, with headings, a table and links. */
export async function readSample(): Promise<File> {
  const response = await fetch(address);
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  return new File([await response.blob()], 'harbour-museum.docx', { type });
}
