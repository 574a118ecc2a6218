"""Static files under names that hold their content's hash, the imports of ES modules included."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleStorage(CompressedManifestStaticFilesStorage):
    """Compressed, cached for ever, and a file that is not in the manifest is served under its plain name."""

    support_js_module_import_aggregation = True
    manifest_strict = False
    # A pass names the files anew whose imports have got new names; a chain of imports takes as many as it is long.
    max_post_process_passes = 20
