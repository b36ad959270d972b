import { PDFiumLibrary } from '@hyzyla/pdfium';

import {
  PACKAGED_MODES,
  type Drawing,
  type DrawingEngine,
  type DrawingMode,
  type DrawnPage,
  MAX_PAGES,
  scaleFor,
} from './drawing-engine.ts';

/** What is used of PDFium's public C functions (fpdfview.h, fpdf_formfill.h). */
interface PdfiumModule {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: {
    readonly malloc: (size: number) => number;
    readonly free: (pointer: number) => void;
  };
  _FPDF_LoadMemDocument(pointer: number, size: number, password: number): number;
  _FPDF_CloseDocument(document: number): void;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDF_GetPageWidth(page: number): number;
  _FPDF_GetPageHeight(page: number): number;
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, pixels: number, stride: number): number;
  _FPDFBitmap_FillRect(
    bitmap: number,
    left: number,
    top: number,
    width: number,
    height: number,
    colour: number,
  ): void;
  _FPDFBitmap_Destroy(bitmap: number): void;
  _FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void;
}

const ANNOTATIONS = 0x01;
const PRINTING = 0x800;
const BGRA = 4;
const WHITE = 0xffffffff;

/** Chrome's engine. Annotations and widgets are drawn by their appearances, as when Chrome prints. */
export async function openPdfium(): Promise<DrawingEngine> {
  const library = await PDFiumLibrary.init();
  // The wrapper has no print flag; its typings keep the module of C functions private.
  const { module } = library as unknown as { module: PdfiumModule };
  return {
    name: 'PDFium',
    modes: PACKAGED_MODES.PDFium,
    draw: (pdf, mode) => Promise.resolve(draw(module, pdf, mode)),
  };
}

function draw(module: PdfiumModule, pdf: Uint8Array, mode: DrawingMode): Drawing {
  const { malloc, free } = module.wasmExports;
  const memory = malloc(pdf.length);
  module.HEAPU8.set(pdf, memory);
  const document = module._FPDF_LoadMemDocument(memory, pdf.length, 0);
  try {
    if (document === 0) return { refused: 'not loaded' };
    const count = Math.min(module._FPDF_GetPageCount(document), MAX_PAGES);
    return Array.from({ length: count }, (_, index) => drawPage(module, document, index, mode));
  } finally {
    if (document !== 0) module._FPDF_CloseDocument(document);
    free(memory);
  }
}

const BLANK: DrawnPage = { width: 0, height: 0, channels: BGRA, pixels: new Uint8Array() };

function drawPage(module: PdfiumModule, document: number, index: number, mode: DrawingMode): DrawnPage {
  const page = module._FPDF_LoadPage(document, index);
  if (page === 0) return BLANK;
  const [points, high] = [module._FPDF_GetPageWidth(page), module._FPDF_GetPageHeight(page)];
  const scale = scaleFor(points, high);
  const [width, height] = [Math.ceil(points * scale), Math.ceil(high * scale)];
  const size = width * height * BGRA;
  const memory = module.wasmExports.malloc(size);
  const bitmap = module._FPDFBitmap_CreateEx(width, height, BGRA, memory, width * BGRA);
  try {
    module._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    const flags = ANNOTATIONS | (mode === 'print' ? PRINTING : 0);
    module._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
    return { width, height, channels: BGRA, pixels: module.HEAPU8.slice(memory, memory + size) };
  } finally {
    module._FPDFBitmap_Destroy(bitmap);
    module.wasmExports.free(memory);
    module._FPDF_ClosePage(page);
  }
}
